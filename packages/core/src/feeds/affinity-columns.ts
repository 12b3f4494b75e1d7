// Which columns of a feed say something of affinity, and which values an item has in them.
import type { AffinityValues } from '../events/event.ts';
import { firstCharacters } from '../text/characters.ts';
import type { Item } from './item.ts';
import { isArray, type Json } from './json.ts';

/** What a feed holds in one column: items that fill it, and different values, up to a watermark. */
export interface ColumnStats {
  readonly items: number;
  readonly distinct: number;
  /** Every value looks like a number: a measure or an id, seldom an affinity. */
  readonly numeric: boolean;
}

const VALUE_MAX = 1_000;
// The most values that a profile keeps in one property.
const DISTINCT_MAX = 1_000;
const PROPERTIES_MAX = 10;
const listColumns = new Set(['categories', 'keywords']);
const neverTaste = new Set(
  'sku group_id name url image_url description price in_stock publish_time currency'.split(' '),
);
const commonTaste = ['categories', 'brand', 'color', 'colour', 'colors', 'colours'];

/**
 * The values that an item has in the site's affinity properties; properties without one are absent.
 * Numbers and booleans become text; arrays give each element that is no container; blank texts say
 * nothing; values end after 1,000 code points. 'NA' is a value: the feed says it, not the reader. A
 * price is counted to three significant digits: profiles hold bounded numbers of values, and bins
 * are wider.
 */
export function affinityValues(item: Item, properties: readonly string[]): AffinityValues {
  const found = new Map<string, readonly string[]>();
  for (const property of properties) {
    if (!Object.hasOwn(item, property)) continue;
    const values = columnValues(property, item[property]!);
    if (values.length > 0) found.set(property, values);
  }
  return found;
}

/** Counts what a feed holds in each column; memory grows with the columns, not with the items. */
export function columnStats(items: Iterable<Item>): Map<string, ColumnStats> {
  const counter = columnCounter();
  for (const item of items) counter.add(item);
  return counter.stats();
}

/** Counts as `columnStats` does, item by item. */
export function columnCounter() {
  const seen = new Map<string, { items: number; numeric: boolean; values: Set<string> }>();
  return {
    add: (item: Item): void => {
      for (const column of Object.keys(item)) {
        const values = columnValues(column, item[column]!);
        if (values.length === 0) continue;
        const stats = seen.get(column) ?? { items: 0, numeric: true, values: new Set() };
        stats.items += 1;
        stats.numeric &&= values.every((value) => Number.isFinite(Number(value)));
        for (const value of values) if (stats.values.size <= DISTINCT_MAX) stats.values.add(value);
        seen.set(column, stats);
      }
    },
    stats: (): Map<string, ColumnStats> =>
      new Map(
        [...seen].map(([column, { items: filled, numeric, values }]) => [
          column,
          { items: filled, numeric, distinct: values.size },
        ]),
      ),
  };
}

/**
 * Suggests a site's affinity properties, at most 10, the best first.
 * `categories` whenever the feed has it; then columns of 2 to 1,000 values that a tenth of the
 * items fill, with three items or more to a value, that are neither numbers nor the item's
 * identity, text or price. Brand and colour go first, then what more items fill, then what has
 * fewer values.
 */
export function suggestAffinityProperties(
  stats: ReadonlyMap<string, ColumnStats>,
  items: number,
): string[] {
  const fit = [...stats].filter(
    ([column, { items: filled, distinct, numeric }]) =>
      column === 'categories' ||
      (!neverTaste.has(column) &&
        !column.startsWith('lng:') &&
        !numeric &&
        distinct >= 2 &&
        distinct <= DISTINCT_MAX &&
        filled >= items / 10 &&
        filled >= 3 * distinct),
  );
  fit.sort(
    ([a, left], [b, right]) =>
      placeOf(a) - placeOf(b) ||
      right.items - left.items ||
      left.distinct - right.distinct ||
      (a < b ? -1 : 1),
  );
  return fit.slice(0, PROPERTIES_MAX).map(([column]) => column);
}

function columnValues(column: string, value: Json): string[] {
  const split = typeof value === 'string' && listColumns.has(column);
  const elements = split ? value.split('|') : isArray(value) ? value : [value];
  const texts = new Set<string>();
  for (const element of elements) {
    if (element === null || typeof element === 'object') continue;
    const text = column === 'price' ? priceText(element) : textOf(element);
    if (text !== '') texts.add(text);
  }
  return [...texts];
}

function textOf(element: string | number | boolean): string {
  return firstCharacters(String(element).trim(), VALUE_MAX);
}

function priceText(element: string | number | boolean): string {
  const price = typeof element === 'string' && element.trim() !== '' ? Number(element) : element;
  if (typeof price !== 'number' || !Number.isFinite(price)) return textOf(element);
  return String(Number(price.toPrecision(3)));
}

function placeOf(column: string): number {
  const place = commonTaste.indexOf(column);
  return place === -1 ? commonTaste.length : place;
}
