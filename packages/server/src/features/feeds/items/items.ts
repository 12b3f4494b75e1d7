// Items as people look for them: page by page, by sku, name or what a column holds.
import type { ItemDetailsOutput } from '@attune/contract';
import { affinityValues, type Item, localisedParts } from '@attune/core';
import type { Context } from '../../../context.ts';
import { ApiError } from '../../../refusal.ts';
import type { FeedKey } from '../changes/feed-key.ts';
import { limitOf, type PageQuery } from '../history/history.ts';
import { selectBound } from '../history/store.ts';
import { selectItem } from '../store.ts';
import { type ItemFilter, type ItemText, selectItemEvents, selectItemRange } from './store.ts';

/** Versions looked at in one step, and how long steps are taken for one answer. */
const lookedAtOnce = 20_000;
const longestMs = 1_000;
const eventDays = 30;
const dayMs = 86_400_000;

export interface ItemQuery extends PageQuery {
  readonly q?: string | undefined;
  readonly column?: string | undefined;
  readonly value?: string | undefined;
}

interface Page {
  readonly items: Item[];
  readonly next: string | null;
  readonly looked: number;
}

/** One way through the feed: what SQL lets through, and what of that is meant. */
interface Stage {
  readonly filter: ItemFilter;
  readonly isMeant: (item: Item) => boolean;
  /** Where all that this stage can find begins and ends. */
  readonly start: string;
  readonly isBeyond: (sku: string) => boolean;
}

/**
 * A page of a feed's items by sku; of a search by text first those whose sku begins with it. Where
 * a search was not through in a second, `next` goes on. Throws `invalid_query`.
 */
export async function listItems(ctx: Context, key: FeedKey, query: ItemQuery): Promise<Page> {
  const stages = stagesOf(query);
  const limit = limitOf(query);
  let [at, start] = readCursor(query.cursor, stages);
  const items: Item[] = [];
  let looked = 0;
  const end = performance.now() + longestMs;
  while (at < stages.length && items.length < limit && performance.now() < end) {
    const stage = stages[at]!;
    const step = await takeStep(ctx, key, stage, start, limit - items.length);
    items.push(...step.items);
    looked += step.looked;
    if (step.next === undefined || stage.isBeyond(step.next)) {
      at += 1;
      start = stages[at]?.start ?? '';
    } else start = step.next;
  }
  return { items, next: at < stages.length ? `${at}:${start}` : null, looked };
}

async function takeStep(
  ctx: Context,
  key: FeedKey,
  { filter, isMeant }: Stage,
  start: string,
  wanted: number,
): Promise<{ items: Item[]; next: string | undefined; looked: number }> {
  const bound = await selectBound(ctx.db, key, start, lookedAtOnce);
  const range = { start, end: bound, limit: wanted + 1 };
  const rows = await selectItemRange(ctx.db, key, range, filter);
  const page = rows.slice(0, wanted);
  const next = rows[wanted]?.sku ?? bound;
  const items = page.map(({ data }: ItemText): Item => JSON.parse(data)).filter(isMeant);
  return { items, next, looked: rows.length > wanted ? page.length : lookedAtOnce };
}

function stagesOf({ q = '', column, value }: ItemQuery): Stage[] {
  if ((column === undefined) !== (value === undefined)) {
    throw new ApiError('invalid_query', 'column and value go together.');
  }
  const all = { isMeant: () => true, start: '', isBeyond: () => false };
  const byColumn = column === undefined ? {} : { column: columnFilter(column, value!) };
  const holds = (item: Item) => column === undefined || columnHolds(item, column, value!);
  if (q === '') return [{ ...all, filter: byColumn, isMeant: holds }];
  const isNamed = (item: Item) => nameOf(item).includes(q.toLowerCase());
  return [
    {
      filter: { ...byColumn, skuPrefix: q },
      isMeant: holds,
      start: q,
      isBeyond: (sku) => !sku.startsWith(q),
    },
    {
      ...all,
      filter: { ...byColumn, name: JSON.stringify(q.toLowerCase()).slice(1, -1) },
      isMeant: (item) => holds(item) && isNamed(item) && !item.sku.startsWith(q),
    },
  ];
}

/** What stands in the JSON text of an item whose column holds the value, if not only there. */
function columnFilter(column: string, value: string) {
  const quoted = JSON.stringify(value).slice(1, -1);
  return { name: `${JSON.stringify(column)}:`, values: [quoted] };
}

function columnHolds(item: Item, column: string, value: string): boolean {
  if (!Object.hasOwn(item, column)) return false;
  return affinityValues(item, [column]).get(column)?.includes(value.trim()) === true;
}

const nameOf = ({ name }: Item) => (typeof name === 'string' ? name.toLowerCase() : '');

function readCursor(cursor: string | undefined, stages: readonly Stage[]): [number, string] {
  if (cursor === undefined) return [0, stages[0]!.start];
  const [, stage = '', start = ''] = /^(\d):(.*)$/s.exec(cursor) ?? [];
  if (stage === '' || Number(stage) >= stages.length) {
    throw new ApiError('invalid_query', 'cursor is as `next` gave it.');
  }
  return [Number(stage), start];
}

/** One item with all there is to see of it. Throws `not_found`. */
export async function describeItem(
  ctx: Context,
  key: FeedKey,
  sku: string,
): Promise<ItemDetailsOutput> {
  const text = await selectItem(ctx.db, key.siteId, key.feedId, sku);
  if (text === undefined) throw noItem();
  const item: Item = JSON.parse(text);
  return { item, localised: localisedParts(item), events: await eventsOf(ctx, key.siteId, sku) };
}

export const noItem = () => new ApiError('not_found', 'The feed has no item of this sku.');

/** A day after the other is read back, until all are or the time is over. */
async function eventsOf(
  ctx: Context,
  siteId: number,
  sku: string,
): Promise<ItemDetailsOutput['events']> {
  const today = Math.floor(ctx.now() / dayMs);
  const days: ItemDetailsOutput['events']['days'] = [];
  const end = performance.now() + longestMs;
  let read = 0;
  while (read < eventDays) {
    const left = Math.round(end - performance.now());
    const some = Math.min(read === 0 ? 1 : 2 * read, eventDays - read);
    const wanted = Array.from({ length: some }, (_, at) => dayOf(today - read - at));
    if (left <= 0) break;
    const bounds = { days: wanted, longestMs: left };
    const found = await selectItemEvents(ctx.db, siteId, sku, bounds);
    if (!found) break;
    days.push(...found);
    read += some;
  }
  const sum = (what: 'views' | 'carts' | 'purchases') =>
    days.reduce((total, day) => total + day[what], 0);
  return {
    days,
    ...{ views: sum('views'), carts: sum('carts'), purchases: sum('purchases') },
    since: `${dayOf(today - read + 1)}T00:00:00.000Z`,
    isComplete: read === eventDays,
  };
}

const dayOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);
