// Items of the site's feeds by sku: whichever feed has one first.
import { useQueries } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { consoleApi } from '../../api/endpoints.ts';
import { useEvery } from '../../api/every.ts';
import { useSite } from '../../shell/site-context.ts';
import { type Item, itemOf } from '../feeds/item-labels.ts';

/** Of more, a view shows the sku. */
const productsMax = 24;

/** What is there of some items; of others nothing. */
export function useProducts(skus: readonly string[]): ReadonlyMap<string, Item> {
  const { name: site } = useSite();
  const { data: feeds = [] } = useEvery(consoleApi.listFeeds, site);
  const ids = feeds.map(({ id }) => id);
  const asked = useQueries({
    queries: skus.slice(0, productsMax).map((sku) => ({
      queryKey: [consoleApi.readItem.path, site, ids, sku],
      queryFn: () => firstWith(site, ids, sku),
      enabled: ids.length > 0,
      staleTime: 60_000,
    })),
  });
  return new Map(
    asked.flatMap(({ data }, at) => (data ? [[skus[at] as string, data] as const] : [])),
  );
}

/** Searched for, and not read: what no feed has is no error of a teammate who is still typing. */
async function firstWith(site: string, feeds: readonly string[], sku: string) {
  for (const feedId of feeds) {
    const query = { q: sku, limit: '5' };
    const { items } = await call(consoleApi.listItems, { params: { site, feedId }, query });
    const item = items.map(itemOf).find((one) => one['sku'] === sku);
    if (item) return item;
  }
  return null;
}
