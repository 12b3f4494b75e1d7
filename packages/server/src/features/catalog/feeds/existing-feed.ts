// The feed that a request names, which must exist.
import type { Context, Who } from '../../../context.ts';
import type { FeedKey } from './changes/feed-key.ts';
import { readFeedId, requireFeed } from './feeds.ts';
import { type FeedRow, selectFeed } from './store.ts';

interface FeedCall {
  readonly who: Who;
  readonly params: { readonly feedId: string };
}

export interface ExistingFeed {
  readonly key: FeedKey;
  readonly feed: FeedRow;
}

/** The feed's key. Throws `not_found` for what cannot be one. */
export function feedKeyOf({ who, params }: FeedCall): FeedKey {
  const feedId = readFeedId(params.feedId) ?? requireFeed(undefined, params.feedId).id;
  return { siteId: who.siteId, feedId };
}

/** The feed. Throws `not_found`. */
export async function existingFeed(ctx: Context, call: FeedCall): Promise<ExistingFeed> {
  const key = feedKeyOf(call);
  return { key, feed: requireFeed(await selectFeed(ctx.db, key.siteId, key.feedId), key.feedId) };
}
