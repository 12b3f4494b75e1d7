// Finds items: page by page, by sku, name or a column's value.
import type { ItemDetailsOutput } from '@attune/contract';
import { affinityValues, folded, type Item, localisedParts, priceOfItem } from '@attune/core';
import { ApiError } from '../../../../api-error.ts';
import type { Context } from '../../../../context.ts';
import type { FeedKey } from '../changes/feed-key.ts';
import { limitOf, type PageQuery } from '../history/history.ts';
import { selectBound } from '../history/store.ts';
import { selectItem, selectItems } from '../store.ts';
import { type FeedsInMemory, type Sought, searchInMemory } from './in-memory.ts';
import {
  type ItemFilter,
  type ItemName,
  type ItemText,
  selectItemEvents,
  selectItemNames,
  selectItemRange,
} from './store.ts';

/** Versions looked at in the database before memory is, or where what is sought is together. */
const lookedBefore = 2_000;
/** How long steps are taken for one answer. */
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
interface Stage extends Sought {
  readonly filter: ItemFilter;
  /** Where all that this stage can find begins and ends. */
  readonly start: string;
  readonly isBeyond: (sku: string) => boolean;
}

export interface Searched extends FeedKey {
  readonly revision: number;
  readonly inMemory: FeedsInMemory;
  readonly lookedAtOnce?: number;
}

/**
 * A page of a feed's items by sku; of a search by text first those whose sku begins with it. What
 * is frequent is found by the first step of the database; what is rare, in memory if the feed is
 * there. Else `next` goes on where a search was not through in a second, and the feed is loaded.
 * Throws `invalid_query`.
 */
export async function listItems(ctx: Context, feed: Searched, query: ItemQuery): Promise<Page> {
  const { siteId, feedId, inMemory, lookedAtOnce = 20_000 } = feed;
  const stages = stagesOf(query);
  const limit = limitOf(query);
  let [at, start] = readCursor(query.cursor, stages);
  const items: Item[] = [];
  let looked = 0;
  const end = performance.now() + longestMs;
  while (at < stages.length && items.length < limit && performance.now() < end) {
    const stage = stages[at]!;
    const catalogue = heldOf(feed, stage);
    const isShort = catalogue !== undefined || stage.filter.skuPrefix !== undefined;
    const look = isShort ? Math.min(lookedBefore, lookedAtOnce) : lookedAtOnce;
    const wanted = { start, limit: limit - items.length, look };
    const step = await takeStep(ctx, feed, stage, wanted);
    items.push(...step.items);
    looked += step.looked;
    start = step.next ?? '';
    let isDone = step.next === undefined || stage.isBeyond(step.next);
    if (catalogue && !isDone && items.length < limit) {
      const rest = limit - items.length;
      const found = await searchInMemory(catalogue, stage, { start, limit: rest + 1 });
      items.push(...found.slice(0, rest));
      looked += catalogue.size;
      start = found[rest]?.sku ?? '';
      isDone = found.length <= rest;
    }
    if (!isDone) continue;
    at += 1;
    start = stages[at]?.start ?? '';
  }
  // The next search has it there.
  if (at < stages.length && items.length < limit) inMemory.get(siteId, feedId);
  return { items, next: at < stages.length ? `${at}:${start}` : null, looked };
}

/** The feed in memory, where this is what is to be looked through and it is of this revision. */
function heldOf({ siteId, feedId, revision, inMemory }: Searched, { name, column }: Sought) {
  if (name === undefined && column === undefined) return undefined;
  if (inMemory.state(siteId, feedId) === undefined) return undefined;
  const catalogue = inMemory.get(siteId, feedId);
  return catalogue?.revision === String(revision) ? catalogue : undefined;
}

async function takeStep(
  ctx: Context,
  key: FeedKey,
  { filter, name, isMeant }: Stage,
  { start, limit, look }: { readonly start: string; readonly limit: number; readonly look: number },
): Promise<{ items: Item[]; next: string | undefined; looked: number }> {
  const bound = await selectBound(ctx.db, key, start, look);
  if (name !== undefined) {
    const named = await selectItemNames(ctx.db, key, { start, end: bound }, filter);
    const skus = named.filter((one) => mayBeNamed(one, name)).map(({ sku }) => sku);
    const found = await selectItems(ctx.db, key.siteId, key.feedId, skus.slice(0, limit));
    const items = skus.flatMap((sku) => (found.get(sku) as Item | undefined) ?? []);
    const next = skus[limit] ?? bound;
    return { items: items.filter(isMeant), next, looked: skus.length > limit ? limit : look };
  }
  const range = { start, end: bound, limit: limit + 1 };
  const rows = await selectItemRange(ctx.db, key, range, filter);
  const page = rows.slice(0, limit);
  const next = rows[limit]?.sku ?? bound;
  const items = page.map(({ data }: ItemText): Item => JSON.parse(data)).filter(isMeant);
  return { items, next, looked: rows.length > limit ? page.length : look };
}

/** Is it worth looking at the whole item? */
function mayBeNamed({ name }: ItemName, wanted: string): boolean {
  if (name === null) return true;
  return folded(name.includes('\\') ? JSON.parse(`"${name}"`) : name).includes(wanted);
}

function stagesOf({ q = '', column: columnName, value }: ItemQuery): Stage[] {
  if ((columnName === undefined) !== (value === undefined)) {
    throw new ApiError('invalid_query', 'column and value go together.');
  }
  const column = columnName === undefined ? undefined : { name: columnName, value: value!.trim() };
  const all = { name: undefined, column, start: '', isBeyond: () => false };
  const byColumn = column === undefined ? {} : { column: columnFilter(column) };
  const holds = (item: Item) => column === undefined || columnHolds(item, column);
  if (q === '') return [{ ...all, filter: byColumn, isMeant: holds }];
  const name = folded(q);
  return [
    {
      ...all,
      filter: { ...byColumn, skuPrefix: q },
      isMeant: (item) => item.sku.startsWith(q) && holds(item),
      start: q,
      isBeyond: (sku) => !sku.startsWith(q),
    },
    {
      ...all,
      name,
      filter: byColumn,
      isMeant: (item) => holds(item) && nameOf(item).includes(name) && !item.sku.startsWith(q),
    },
  ];
}

type ColumnSought = NonNullable<Sought['column']>;

/** What stands in the JSON text of an item whose column holds the value, if not only there. */
function columnFilter({ name, value }: ColumnSought) {
  const quoted = JSON.stringify(value).slice(1, -1);
  return { name: `${JSON.stringify(name)}:`, values: [quoted] };
}

/** A list's elements each, as well as those of a text that is a list: `a|b`. */
function columnHolds(item: Item, { name, value }: ColumnSought): boolean {
  if (!Object.hasOwn(item, name)) return false;
  const own = item[name]!;
  const elements = Array.isArray(own) ? own : [own];
  if (elements.some((one) => typeof one !== 'object' && String(one).trim() === value)) return true;
  // Prices are rounded there.
  return name !== 'price' && affinityValues(item, [name]).get(name)?.includes(value) === true;
}

const nameOf = ({ name }: Item) => (typeof name === 'string' ? folded(name) : '');

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
  return {
    item,
    priceNow: priceNowOf(item, ctx.now()),
    localised: localisedParts(item),
    events: await eventsOf(ctx, key.siteId, sku),
  };
}

/** As answers have it at this moment. */
function priceNowOf(item: Item, now: number): ItemDetailsOutput['priceNow'] {
  const then = priceOfItem(item, now);
  if (!then) return null;
  const { price, regular = null, until } = then;
  return { price, regular, until: until === Infinity ? null : new Date(until).toISOString() };
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
