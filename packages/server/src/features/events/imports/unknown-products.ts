// Which products of a file's events no feed of the site has: they count, and say nothing of taste.
import { type Event, skusOf } from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import { selectFeeds, selectPartsOfItems } from '../../catalog/feeds/index.ts';

export interface UnknownProducts {
  readonly products: number;
  /** Events that name one of them. */
  readonly events: number;
  /** The most frequent of them, with their events. */
  readonly first: readonly { readonly sku: string; readonly events: number }[];
  /** Were there too many products to look all up? */
  readonly isPartial: boolean;
}

const productsMax = 1_000_000;
const skusPerQuery = 5_000;
const shownMost = 10;

/** Counts the products that events name. */
export function productCounter() {
  const counts = new Map<string, number>();
  let isPartial = false;
  return {
    add(event: Event): void {
      for (const sku of skusOf(event)) {
        const known = counts.get(sku);
        if (known === undefined && counts.size >= productsMax) isPartial = true;
        else counts.set(sku, (known ?? 0) + 1);
      }
    },
    /** Those that no feed of a site has. */
    async unknown(db: Db, siteId: number): Promise<UnknownProducts> {
      const feeds = (await selectFeeds(db, siteId)).map(({ id }) => id);
      const unknown: { sku: string; events: number }[] = [];
      const skus = [...counts.keys()];
      for (let at = 0; at < skus.length; at += skusPerQuery) {
        const some = skus.slice(at, at + skusPerQuery);
        const found = feeds.length > 0 ? await selectPartsOfItems(db, siteId, feeds, some, []) : [];
        const known = new Set(found.map(({ sku }) => sku));
        for (const sku of some)
          if (!known.has(sku)) unknown.push({ sku, events: counts.get(sku)! });
      }
      const first = unknown.sort((a, b) => b.events - a.events).slice(0, shownMost);
      const events = unknown.reduce((sum, one) => sum + one.events, 0);
      return { products: unknown.length, events, first, isPartial };
    },
  };
}
