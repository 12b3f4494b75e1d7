// Some items of a feed change, one wish after the other, and the rest stay.
import { type Change, type Item, itemText, partialItem, readChange, readItem } from '@attune/core';
import type { Context } from '../../../../context.ts';
import type { Db } from '../../../../db/schema.ts';
import { type FeedRow, selectItems } from '../store.ts';
import { type ChangeOptions, type ChangeReport, changeFeed, type Target } from './change.ts';
import { rejectedRow } from './rejected-row.ts';
import type { StagedRow } from './staging/batch.ts';
import type { Staging } from './staging/store.ts';

interface Wish {
  /** Among the requests. */
  readonly index: number;
  readonly change: Change;
}

const skusAtOnce = 1_000;

/**
 * Applies `requests`, rows of `{ id, action, body? }`: those of one item in their order. A row that
 * is rejected leaves its item as the row before it did. Throws what every change of a feed throws.
 */
export async function applyChanges(
  ctx: Context,
  target: Target,
  requests: readonly unknown[],
  options: ChangeOptions = {},
): Promise<ChangeReport> {
  return changeFeed(ctx, target, options, {
    kind: 'memory',
    isWhole: false,
    stageLocked: (staging, feed) => stageRequests(staging, feed, target, requests),
  });
}

async function stageRequests(
  staging: Staging,
  feed: FeedRow,
  target: Target,
  requests: readonly unknown[],
): Promise<void> {
  const unreadable: StagedRow[] = [];
  const bySku = new Map<string, Wish[]>();
  requests.forEach((raw, index) => {
    const read = readChange(raw, index);
    if (!read.ok) {
      unreadable.push({ ...rejectedRow(index, undefined, read.message), item: read.item });
      return;
    }
    const wishes = bySku.get(read.change.sku);
    if (wishes) wishes.push({ index, change: read.change });
    else bySku.set(read.change.sku, [{ index, change: read.change }]);
  });
  const isEmpty = feed.items === 0;
  await staging.stageRows({ isEmpty, rows: [unreadable] });
  const groups = [...bySku];
  for (let at = 0; at < groups.length; at += skusAtOnce) {
    const some = groups.slice(at, at + skusAtOnce);
    await staging.stageRows({ isEmpty, rows: [await groupRows(staging.db, target, some)] });
  }
}

async function groupRows(
  db: Db,
  { site, feedId }: Target,
  groups: readonly [string, Wish[]][],
): Promise<StagedRow[]> {
  const inNeed = groups.filter(([, wishes]) => wishes[0]?.change.action !== 'update');
  const skus = inNeed.map(([sku]) => sku);
  const present = await selectItems(db, site.id, feedId, skus);
  return groups.flatMap(([sku, wishes]) => {
    let item = present.get(sku) as Item | undefined;
    const rows = wishes.map((wish) => {
      const done = fulfil(wish, item, site.vertical);
      item = done.item;
      return done.row;
    });
    // Only the last row that succeeded decides what becomes of the item: each is written once.
    const last = rows.findLastIndex(({ succeeded }) => succeeded);
    return rows.map((row, at) =>
      at === last ? { ...row, sku, data: item && itemText(item) } : row,
    );
  });
}

/** What one change makes of an item, and the row it came from. */
function fulfil(
  { index, change }: Wish,
  item: Item | undefined,
  vertical: string,
): { item: Item | undefined; row: StagedRow } {
  const { sku, action } = change;
  const named = { position: index, item: sku };
  if (action === 'delete') {
    const message = item ? undefined : 'Item missing';
    return { item: undefined, row: { ...named, message, succeeded: true } };
  }
  if (action === 'partial' && !item) {
    return { item, row: rejectedRow(index, sku, 'Item missing: only update adds an item') };
  }
  const result =
    item && action === 'partial'
      ? partialItem(item, change.data, vertical)
      : readItem(change.data, vertical);
  if (!result.ok) return { item, row: rejectedRow(index, sku, result.message) };
  return { item: result.item, row: { ...named, succeeded: true } };
}
