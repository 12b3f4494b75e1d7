// A file changes some columns of items that are there, and nothing else of a feed.
import { type Item, itemText, partialItem, readChange } from '@attune/core';
import type { Context } from '../../../../context.ts';
import type { Db } from '../../../../db/schema.ts';
import { FeedFileError, type FeedLine } from '../files/feed-line.ts';
import { hasWholeChange } from '../history/store.ts';
import { selectItems } from '../store.ts';
import { type ChangeOptions, type ChangeReport, changeFeed, type Target } from './change.ts';
import { rejectedRow } from './rejected-row.ts';
import { selectTouchedSince } from './revisions/store.ts';
import { type Rows, someAtOnce } from './some-at-once.ts';
import type { StagedRow } from './staging/batch.ts';
import { discardStaged } from './store.ts';

/** The feed was replaced while the file was read: what the file says may be older than the feed. */
export class OvertakenError extends FeedFileError {}

export interface Patch {
  /** The feed's revision before the file was fetched. */
  readonly since: number;
  readonly columns: readonly string[];
  /** Those of them of which an empty cell says that the item has no such value any more. */
  readonly cleared: () => ReadonlySet<string>;
  /** The rows of the file, from the first one on each time. */
  readonly rows: () => Rows;
}

/** As an upload beside pages. */
const [restFactor, longestRestMs] = [20, 400];
const rowsAtOnce = 500;

/**
 * Changes the columns of a patch in the items that its rows name. A row of an unknown sku is
 * rejected. The items may change meanwhile: what the patch does not name stays as others left it.
 * Throws an `OvertakenError` where the whole feed was replaced, and what every change throws.
 */
export async function patchItems(
  ctx: Context,
  target: Target,
  patch: Patch,
  options: Pick<ChangeOptions, 'origin'>,
): Promise<ChangeReport> {
  const { site, feedId } = target;
  const key = { siteId: site.id, feedId };
  const nextSlice = ctx.background.begin(restFactor, longestRestMs);
  const stage = { isEmpty: false, mayRepeat: true, watchPages: ctx.background.watchPages };
  return changeFeed(ctx, target, options, {
    kind: 'upload',
    isWhole: false,
    stage: (staging) =>
      // Rows are compared with what others have committed, and not with what this change adds.
      staging.stageRows({ ...stage, rows: patched(ctx.db, target, patch, { nextSlice }) }),
    stageLocked: async ({ db }) => {
      if (!(await hasWholeChange(db, key, patch.since))) return;
      throw new OvertakenError('the feed was replaced while the file was fetched');
    },
    stageAgain: async (staging, seen) => {
      const touched = await selectTouchedSince(staging.db, key, seen.revision);
      await discardStaged(staging.db, key, touched);
      const only = touched && new Set(touched);
      await staging.stageRows({ ...stage, rows: patched(ctx.db, target, patch, { only }) });
    },
  });
}

interface Part {
  /** The items whose rows are wanted; absent: of all. */
  readonly only?: ReadonlySet<string> | undefined;
  readonly nextSlice?: () => Promise<void>;
}

async function* patched(
  db: Db,
  target: Target,
  patch: Patch,
  { only, nextSlice }: Part,
): AsyncGenerator<StagedRow[]> {
  let last = -1;
  for await (const lines of someAtOnce(patch.rows(), rowsAtOnce)) {
    const read = lines.flatMap((line) => {
      // Each row has a position of its own, whatever its source counts.
      last = Math.max(last + 1, line.line);
      return 'skipped' in line ? [] : [readRow(line, last, patch)];
    });
    const wanted = only ? read.filter(({ sku }) => sku !== undefined && only.has(sku)) : read;
    yield await patchedRows(db, target, wanted);
    await nextSlice?.();
  }
}

interface ReadRow {
  readonly position: number;
  readonly sku: string | undefined;
  /** Why it is no row of a patch, or what it says. */
  readonly staged?: StagedRow;
  readonly data?: Readonly<Record<string, unknown>>;
}

function readRow(
  line: Exclude<FeedLine, { skipped: true }>,
  position: number,
  { columns, cleared }: Patch,
): ReadRow {
  const rejected = (sku: unknown, message: string): ReadRow => {
    const staged = rejectedRow(position, sku, message);
    return { position, sku: staged.sku, staged };
  };
  if ('fault' in line) return rejected(line.sku, line.fault);
  const row = Object(line.row) as Readonly<Record<string, unknown>>;
  const empty = cleared();
  const data = Object.fromEntries(
    columns.flatMap((column) => {
      if (Object.hasOwn(row, column)) return [[column, row[column]]];
      return empty.has(column) ? [[column, null]] : [];
    }),
  );
  const change = readChange({ id: row['sku'], action: 'partial', body: { data } }, position);
  if (!change.ok) return rejected(row['sku'], change.message.replace(/^id\b/, 'sku'));
  return { position, sku: change.change.sku, data };
}

async function patchedRows(
  db: Db,
  { site, feedId }: Target,
  rows: readonly ReadRow[],
): Promise<StagedRow[]> {
  const skus = rows.flatMap(({ sku, data }) => (data && sku !== undefined ? [sku] : []));
  const present = skus.length > 0 ? await selectItems(db, site.id, feedId, skus) : new Map();
  return rows.map(({ position, sku, staged, data }) => {
    if (staged) return staged;
    const item = present.get(sku!) as Item | undefined;
    if (!item) return rejectedRow(position, sku, 'Item missing: a partial pull adds no items');
    const result = partialItem(item, { ...data, sku }, site.vertical);
    if (!result.ok) return rejectedRow(position, sku, result.message);
    return { position, sku, data: itemText(result.item), succeeded: true };
  });
}
