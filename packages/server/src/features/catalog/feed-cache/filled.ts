// Which columns the items of a feed fill: all of them in memory, or some that were looked at.
import type { Context } from '../../../context.ts';
import { listFeeds, selectMeasures } from '../feeds/index.ts';
import type { FeedCache } from './feed-cache.ts';

export interface FilledColumns {
  readonly names: ReadonlySet<string>;
  /** How many items were looked at; null: all, as they are now. */
  readonly looked: number | null;
}

/**
 * What the items of a feed fill (absent: of the site's first); null where there is no such feed,
 * no item, or nothing known of them. Loads nothing.
 */
export async function filledColumns(
  ctx: Context,
  feedCache: FeedCache | undefined,
  siteId: number,
  feedId: string | undefined,
): Promise<FilledColumns | null> {
  const feeds = await listFeeds(ctx, siteId);
  const feed = feedId === undefined ? feeds[0] : feeds.find(({ id }) => id === feedId);
  if (!feed || feed.items === 0) return null;
  const revision = String(feed.revision);
  const state = feedCache?.state(siteId, feed.id);
  const catalogue = state?.revision === revision ? feedCache?.get(siteId, feed.id) : undefined;
  if (catalogue) return { names: new Set(catalogue.columns), looked: null };
  const key = { siteId, feedId: feed.id };
  const [last] = await selectMeasures(ctx.db, key, { upTo: feed.revision, limit: 1 });
  if (!last) return null;
  const { looked, isExact, columns } = last.measure;
  const isAll = isExact && last.revision === feed.revision;
  const names = columns.filter(({ filled }) => filled > 0).map(({ column }) => column);
  return { names: new Set(names), looked: isAll ? null : looked };
}
