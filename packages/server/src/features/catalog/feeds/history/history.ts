// A feed's history: its changes, and what differs between two of its revisions.
import type { ItemDifferenceOutput, RevisionOutput } from '@attune/contract';
import { columnDifferences, type Item } from '@attune/core';
import { ApiError } from '../../../../api-error.ts';
import type { Context } from '../../../../context.ts';
import { oldestRevision } from '../changes/change.ts';
import type { FeedKey } from '../changes/feed-key.ts';
import type { FeedRow } from '../store.ts';
import {
  type ChangeRow,
  selectChanges,
  selectItemsAt,
  selectLastVersion,
  selectTouched,
} from './store.ts';

const usualLimit = 50;
/** Versions looked at in one step, and how long steps are taken for one answer. */
const lookedAtOnce = 100_000;
const longestMs = 1_000;

export interface PageQuery {
  readonly cursor?: string | undefined;
  readonly limit?: string | undefined;
}

export const limitOf = ({ limit }: PageQuery) => Number(limit ?? usualLimit);

/** A page of a feed's changes, the newest first. */
export async function listRevisions(
  ctx: Context,
  key: FeedKey,
  feed: FeedRow,
  query: PageQuery,
): Promise<{ revisions: RevisionOutput[]; next: string | null }> {
  const limit = limitOf(query);
  const before = query.cursor === undefined ? undefined : requireRevision(query.cursor);
  const rows = await selectChanges(ctx.db, key, {
    before: before === undefined ? undefined : String(before),
    limit: limit + 1,
  });
  const oldest = oldestRevision(feed.revision);
  const revisions = rows.slice(0, limit).map((row) => ({
    ...shownChange(row),
    transactionId: row.transactionId,
    isKept: row.revision >= oldest,
  }));
  return { revisions, next: rows.length > limit ? String(revisions.at(-1)!.revision) : null };
}

/** A change as answers show it. */
export function shownChange({ transactionId: _, actor, at, ...row }: ChangeRow) {
  return { ...row, at: at.toISOString(), by: actor };
}

interface Comparison {
  readonly from: number;
  readonly to: number;
  readonly items: ItemDifferenceOutput[];
  readonly next: string | null;
}

/** A page of the differences of two revisions. Throws `not_found` where one is not stored. */
export async function compareRevisions(
  ctx: Context,
  key: FeedKey,
  feed: FeedRow,
  query: PageQuery & { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<Comparison> {
  const to = requireStored(feed, query.to === undefined ? feed.revision : Number(query.to));
  const from = requireStored(
    feed,
    query.from === undefined ? Math.max(0, to - 1) : Number(query.from),
  );
  const limit = limitOf(query);
  const [before, after] = await Promise.all([
    selectLastVersion(ctx.db, key, from),
    selectLastVersion(ctx.db, key, to),
  ]);
  const between = from <= to ? { from: before, to: after } : { from: after, to: before };
  const items: ItemDifferenceOutput[] = [];
  let next: string | undefined = query.cursor ?? '';
  const end = performance.now() + longestMs;
  do {
    const step = { start: next, look: lookedAtOnce, limit: limit - items.length };
    const touched = await selectTouched(ctx.db, key, between, step);
    const [old, present] = await Promise.all(
      [before, after].map((version) => selectItemsAt(ctx.db, key, version, touched.skus)),
    );
    items.push(
      ...touched.skus.flatMap((sku) => differenceOf(sku, old!.get(sku), present!.get(sku))),
    );
    next = touched.next;
  } while (next !== undefined && items.length < limit && performance.now() < end);
  return { from, to, items, next: next ?? null };
}

function differenceOf(
  sku: string,
  before: string | undefined,
  after: string | undefined,
): ItemDifferenceOutput[] {
  if (before === after) return [];
  const columns = columnDifferences(itemOf(before), itemOf(after));
  const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  return columns.length === 0 ? [] : [{ sku, change, columns }];
}

const itemOf = (text: string | undefined): Item | undefined =>
  text === undefined ? undefined : JSON.parse(text);

function requireRevision(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new ApiError('invalid_query', 'cursor is as `next` gave it.');
}

function requireStored(feed: FeedRow, wanted: number): number {
  const oldest = oldestRevision(feed.revision);
  if (wanted >= oldest && wanted <= feed.revision) return wanted;
  const kept = `${oldest} to ${feed.revision}`;
  throw new ApiError('not_found', `The items of revision ${wanted} are not kept: only ${kept}.`);
}
