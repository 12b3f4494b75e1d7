// Some items of a feed change, one wish after the other, and the rest stay.
import { type Change, type Item, partialItem, readChange, readItem } from '@attune/core';
import type { Context } from '../../../context.ts';
import { selectItems } from '../store.ts';
import { type ChangeOptions, type ChangeReport, changeFeed, type Target } from './change.ts';
import { rejectedRow } from './rejected-row.ts';
import type { StagedRow, Staging } from './staging/store.ts';

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
    lane: 'memory',
    isWhole: false,
    stageLocked: (staging) => stageRequests(staging, target, requests),
  });
}

async function stageRequests(
  staging: Staging,
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
  await staging.copyRows(unreadable);
  const groups = [...bySku];
  for (let at = 0; at < groups.length; at += skusAtOnce) {
    await stageGroups(staging, target, groups.slice(at, at + skusAtOnce));
  }
}

async function stageGroups(
  staging: Staging,
  { site, feedId }: Target,
  groups: readonly [string, Wish[]][],
): Promise<void> {
  const inNeed = groups.filter(([, wishes]) => wishes[0]?.change.action !== 'update');
  const skus = inNeed.map(([sku]) => sku);
  const present = await selectItems(staging.db, site.id, feedId, skus);
  await staging.copyRows(
    groups.flatMap(([sku, wishes]) => {
      let item = present.get(sku) as Item | undefined;
      return wishes.map((wish) => {
        const done = fulfil(wish, item, site.vertical);
        item = done.item;
        return done.row;
      });
    }),
  );
}

/** What one wish makes of an item, and the row that says so. */
function fulfil(
  { index, change }: Wish,
  item: Item | undefined,
  vertical: string,
): { item: Item | undefined; row: StagedRow } {
  const { sku, action } = change;
  const named = { position: index, item: sku, sku };
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
  const data = JSON.stringify(result.item);
  return { item: result.item, row: { ...named, data, succeeded: true } };
}
