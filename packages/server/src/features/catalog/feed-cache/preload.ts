// Which feeds a node will need: those that sites recommend from in live campaigns.
import type { Context, SiteSnapshot } from '../../../context.ts';
import { selectRevisions } from '../../configuration/sites/index.ts';
import type { FeedCache } from './feed-cache.ts';

/** Begins to load feeds before the first request needs them. Waits for none of them. */
export async function preloadFeeds(ctx: Context, feedCache: FeedCache): Promise<void> {
  try {
    for (const { id } of await selectRevisions(ctx.db)) {
      const snapshot = ctx.snapshots.site(id);
      if (snapshot && recommends(snapshot)) {
        for (const feed of feedsOf(snapshot)) feedCache.get(id, feed);
      }
    }
  } catch (error) {
    // The first request of each site loads them as well.
    ctx.log.warn({ err: error }, 'feeds are not loaded before they are needed');
  }
}

function recommends({ campaignsById }: SiteSnapshot): boolean {
  return campaignsById
    .values()
    .some(
      ({ status, published }) =>
        status === 'live' && (published?.definition.type ?? 'custom') !== 'custom',
    );
}

const feedsOf = ({ strategies }: SiteSnapshot) =>
  new Set([...strategies.values()].flatMap(({ feed }) => feed ?? []));
