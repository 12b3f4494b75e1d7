// The affinity values of products by sku, in their feed's affinity columns; a sku in several feeds
// is taken from the first by id, an unknown one is absent. The feeds are those of the database, and
// not of a snapshot: events keep what is read here, and a node may not have applied a feed's change
// yet.
import {
  type AffinityValues,
  affinityValues,
  columnStats,
  type Item,
  itemAt,
  suggestAffinityProperties,
} from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import { selectFeedRows, selectPartsOfItems, selectSomeItems } from './store.ts';

/** A product's values by when it was met, ms since the epoch: prices change. */
type ValuesAt = (time: number) => AffinityValues;

const ofPrices = new Set(['sale_price', 'sale_price_effective_date']);
const skusPerQuery = 5_000;
/** How many items of each feed are looked at for their columns, and how many columns are named. */
const itemsSampled = 200;
const columnsNamed = 200;

/**
 * The affinity values of products by sku, in their feed's affinity columns; a sku in several feeds
 * is taken from the first by id, an unknown one is absent. The feeds are those of the database, and
 * not of a snapshot: events keep what is read here, and a node may not have applied a feed's change
 * yet.
 */
export async function selectAffinityValues(
  db: Db,
  siteId: number,
  skus: readonly string[],
): Promise<Map<string, ValuesAt>> {
  const found = new Map<string, ValuesAt>();
  if (skus.length === 0) return found;
  const feeds = await selectFeedRows(db, siteId);
  if (feeds.length === 0) return found;
  const columnsOf = new Map(feeds.map(({ id, affinity }) => [id, affinity]));
  const affine = new Set(feeds.flatMap(({ affinity }) => affinity));
  const columns = [...(affine.has('price') ? affine.union(ofPrices) : affine)];
  for (let at = 0; at < skus.length; at += skusPerQuery) {
    const some = skus.slice(at, at + skusPerQuery);
    const parts = await selectPartsOfItems(db, siteId, [...columnsOf.keys()], some, columns);
    for (const { sku, feedId, data } of parts) {
      found.set(sku, valuesOf(data as Item, columnsOf.get(feedId) ?? []));
    }
  }
  return found;
}

function valuesOf(item: Item, columns: readonly string[]): ValuesAt {
  if (columns.includes('price')) return (time) => affinityValues(itemAt(item, time), columns);
  const values = affinityValues(item, columns);
  return () => values;
}

/**
 * Columns that a site's feeds have, found by some items of each: first those that suit affinity
 * best, then the rest by name.
 */
export async function selectColumns(db: Db, siteId: number): Promise<string[]> {
  const items = (await selectSomeItems(db, siteId, itemsSampled)) as Item[];
  const stats = columnStats(items);
  const best = suggestAffinityProperties(stats, items.length);
  const others = [...stats.keys()].filter((column) => !best.includes(column)).sort();
  return [...best, ...others].slice(0, columnsNamed);
}
