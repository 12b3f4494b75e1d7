// A feed becomes the items of an upload, however many they are.
import {
  type FeedMeasure,
  type ItemReader,
  itemReader,
  noteCounter,
  refusedCounter,
} from '@attune/core';
import { ApiError } from '../../../../api-error.ts';
import type { Context } from '../../../../context.ts';
import { type FeedLine, ROWS_MAX } from '../files/feed-line.ts';
import { itemSampler, type Sampler } from '../health/sampler.ts';
import { type ChangeOptions, type ChangeReport, changeFeed, type Target } from './change.ts';
import { rejectedRow } from './rejected-row.ts';
import type { ChangeKind } from './semaphore.ts';
import { type Rows, someAtOnce } from './some-at-once.ts';
import type { StagedRow } from './staging/batch.ts';

/**
 * While pages are requested, after reading rows and PostgreSQL's work on them: about a twentieth of
 * a core that the two and the pages share (ADR 0012). A sender that has sent everything waits for
 * the answer, and others wait for its place.
 */
const restFactors: Readonly<Record<ChangeKind, number>> = { upload: 20, memory: 5 };
/** A slice may have waited for its sender: that is no reason for a longer rest. */
const longestRestMs = 400;

/**
 * Makes a feed of rows. A row that is rejected keeps its item as it was, if it names one; of rows
 * with the same sku the last good one counts, and the others are rejected.
 * When reading `rows` throws, nothing is changed, and that is what is thrown here.
 * Throws `body_too_large` over ten million rows, and what every change of a feed throws.
 */
export async function putItems(
  ctx: Context,
  target: Target,
  rows: Rows,
  options: ChangeOptions = {},
): Promise<ChangeReport> {
  const { vertical } = target.site;
  const kind = Array.isArray(rows) ? 'memory' : 'upload';
  const nextSlice = ctx.background.begin(restFactors[kind], longestRestMs);
  const sampler = itemSampler();
  const notes = noteCounter();
  const refused = refusedCounter();
  let skipped = 0;
  const skip = () => {
    skipped += 1;
  };
  let measured: FeedMeasure | undefined;
  return changeFeed(ctx, target, options, {
    kind,
    isWhole: true,
    stage: async (staging, feed) => {
      await staging.stageRows({
        isEmpty: feed.items === 0,
        isWhole: true,
        watchPages: ctx.background.watchPages,
        rows: stagedRows(rows, vertical, nextSlice, {
          ...{ note: sampler.note, tell: notes.add, refuse: refused.add, skip },
        }),
      });
      // Before the feed is locked: others need not wait for it.
      measured = await sampler.measure(nextSlice);
    },
    measured: () => measured,
    told: () => ({ skipped, notes: notes.all(), refused: refused.all() }),
  });
}

async function* stagedRows(
  rows: Rows,
  vertical: string,
  nextSlice: () => Promise<void>,
  to: {
    readonly note: Sampler['note'];
    readonly tell: ReturnType<typeof noteCounter>['add'];
    readonly refuse: ReturnType<typeof refusedCounter>['add'];
    readonly skip: () => void;
  },
): AsyncGenerator<StagedRow[]> {
  const read = itemReader(vertical);
  let count = 0;
  let last = -1;
  for await (const lines of someAtOnce(rows)) {
    count += lines.length;
    if (count > ROWS_MAX) throw new ApiError('body_too_large', `More than ${ROWS_MAX} items.`);
    const staged = lines.flatMap((line) => {
      // Each row has a position of its own, whatever its source counts.
      last = Math.max(last + 1, line.line);
      if ('skipped' in line) {
        to.skip();
        return [];
      }
      if (line.refused) to.refuse(line.refused);
      return stagedRow(line, last, read, to.tell);
    });
    for (const { sku, data } of staged)
      if (data !== undefined && sku !== undefined) to.note(sku, data);
    yield staged;
    await nextSlice();
  }
}

function stagedRow(
  line: Exclude<FeedLine, { skipped: true }>,
  position: number,
  read: ItemReader,
  tell: ReturnType<typeof noteCounter>['add'],
): StagedRow {
  if ('fault' in line) return rejectedRow(position, line.sku, line.fault);
  const result = read(line.row, line.asked);
  if (!result.ok) return rejectedRow(position, skuOf(line.row), result.message);
  if (line.notes) tell(line.notes);
  if (result.notes) tell(result.notes);
  return { position, sku: result.item.sku, data: result.text, succeeded: true };
}

function skuOf(row: unknown): unknown {
  return typeof row === 'object' && row !== null && 'sku' in row ? row.sku : undefined;
}
