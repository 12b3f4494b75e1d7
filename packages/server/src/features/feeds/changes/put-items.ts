// A feed becomes the items of an upload, however many they are.
import { readItem } from '@attune/core';
import type { Context } from '../../../context.ts';
import { ApiError } from '../../../refusal.ts';
import type { FeedLine } from '../files/feed-line.ts';
import { type ChangeOptions, type ChangeReport, changeFeed, type Target } from './change.ts';
import { rejectedRow } from './rejected-row.ts';
import type { StagedRow } from './staging/store.ts';

const itemsMax = 10_000_000;

/**
 * Makes a feed of rows. A row that is rejected keeps its item as it was, if it names one; of rows
 * with the same sku the last good one counts, and the others are rejected.
 * When reading `rows` throws, nothing is changed, and that is what is thrown here.
 * Throws `body_too_large` over ten million rows, and what every change of a feed throws.
 */
export async function putItems(
  ctx: Context,
  target: Target,
  rows: AsyncIterable<FeedLine> | Iterable<FeedLine>,
  options: ChangeOptions = {},
): Promise<ChangeReport> {
  const { vertical } = target.site;
  return changeFeed(ctx, target, options, {
    lane: Array.isArray(rows) ? 'memory' : 'upload',
    isWhole: true,
    stage: (staging) => staging.copyRows(stagedRows(rows, vertical)),
  });
}

async function* stagedRows(
  lines: AsyncIterable<FeedLine> | Iterable<FeedLine>,
  vertical: string,
): AsyncGenerator<StagedRow> {
  let count = 0;
  for await (const line of lines) {
    count += 1;
    if (count > itemsMax) throw new ApiError('body_too_large', `More than ${itemsMax} items.`);
    yield stagedRow(line, vertical);
  }
}

function stagedRow(line: FeedLine, vertical: string): StagedRow {
  const position = line.line;
  if ('fault' in line) return rejectedRow(position, line.sku, line.fault);
  const result = readItem(line.row, vertical);
  if (!result.ok) return rejectedRow(position, skuOf(line.row), result.message);
  const { sku } = result.item;
  return { position, item: sku, sku, data: JSON.stringify(result.item), succeeded: true };
}

function skuOf(row: unknown): unknown {
  return typeof row === 'object' && row !== null && 'sku' in row ? row.sku : undefined;
}
