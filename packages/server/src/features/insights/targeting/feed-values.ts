// The values that items of a site's feeds have, for conditions on what users like of them.
import type { Catalogue } from '@attune/core';
import type { SiteSnapshot } from '../../../context.ts';
import type { FeedCache } from '../../catalog/feed-cache/index.ts';

/** So many items of a feed are looked at: rare values of a large one may be missed. */
const itemsLooked = 20_000;

/**
 * The texts that a column of a site's feeds has, the most frequent first. Of feeds that are in this
 * node's memory alone: one that is not is loaded, and known the next time.
 */
export function feedValues(
  feedCache: Pick<FeedCache, 'get'>,
  { site, feeds }: Pick<SiteSnapshot, 'site' | 'feeds'>,
  column: string,
): string[] {
  const counts = new Map<string, number>();
  for (const { id } of feeds) {
    const catalogue = feedCache.get(site.id, id);
    if (catalogue) count(catalogue, column, counts);
  }
  const most = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return most.map(([value]) => value);
}

function count(catalogue: Catalogue, name: string, counts: Map<string, number>): void {
  const column = catalogue.column(name);
  if (!column) return;
  let looked = 0;
  for (let row = 0; row < catalogue.rows && looked < itemsLooked; row += 1) {
    if (!catalogue.isLive(row)) continue;
    looked += 1;
    for (const text of column.texts(row)) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
}
