// The affinity values of products, as this node has their feeds in memory.
import { type AffinityValues, affinityValues, catalogueAt, type Item } from '@attune/core';
import type { SiteSnapshot } from '../../../context.ts';
import type { FeedCache } from '../../catalog/feed-cache/index.ts';

/** The affinity values of a product; undefined for one that is unknown, or not in memory yet. */
export type ProductValues = (sku: string) => AffinityValues | undefined;

export const noProducts: ProductValues = () => undefined;

/**
 * Looks products up in a site's feeds, with the prices of a moment; a sku in several is taken from
 * the first by id.
 */
export function valuesInMemory(
  feedCache: Pick<FeedCache, 'get'>,
  { site, feeds }: Pick<SiteSnapshot, 'site' | 'feeds'>,
  now: number,
): ProductValues {
  return (sku) => {
    for (const { id, affinity } of feeds) {
      const found = feedCache.get(site.id, id);
      const catalogue = found && catalogueAt(found, now);
      const row = catalogue?.rowOf(sku) ?? -1;
      if (!catalogue || row === -1) continue;
      const columns = affinity.flatMap((property) => {
        const value = catalogue.column(property)?.value(row);
        return value === undefined ? [] : [[property, value] as const];
      });
      return affinityValues({ ...Object.fromEntries(columns), sku } as Item, affinity);
    }
    return undefined;
  };
}
