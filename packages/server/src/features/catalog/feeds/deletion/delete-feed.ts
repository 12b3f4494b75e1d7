// Deletes a feed: gone at once with one small transaction, however large it is.

import { ApiError } from '../../../../api-error.ts';
import type { Context, Who } from '../../../../context.ts';
import type { Db } from '../../../../db/schema.ts';
import { changesBetween } from '../../../configuration/audit/index.ts';
import { changeSite } from '../../../configuration/sites/index.ts';
import type { FeedKey } from '../changes/feed-key.ts';
import { checkMatch } from '../changes/match.ts';
import { readFeedId, requireFeed } from '../feeds.ts';
import { type FeedRow, selectFeed } from '../store.ts';
import { deleteFeedRow, tryLockFeed } from './store.ts';

interface Deletion {
  readonly feedId: string;
  readonly ifMatch?: string | undefined;
  /** Throws where the feed must stay. */
  readonly release: (tx: Db, feed: FeedRow) => Promise<void>;
}

/**
 * Deletes a feed with all that belongs to it; a worker removes its items later. Throws `not_found`,
 * `revision_mismatch`, what `release` throws, or `conflict` while it changes.
 */
export async function deleteFeed(
  ctx: Context,
  { siteId, actor }: Who,
  { feedId, ifMatch, release }: Deletion,
): Promise<FeedRow> {
  const about = (gone: FeedRow) => ({
    ...{ subject: gone.name, subjectId: gone.id },
    details: changesBetween(shownOf(gone), undefined),
  });
  const change = { siteId, actor, action: 'feed.delete', subject: feedId, about };
  return changeSite(ctx, change, async (tx) => {
    const id = readFeedId(feedId);
    const feed = requireFeed(id && (await selectFeed(tx, siteId, id)), feedId);
    const key: FeedKey = { siteId, feedId: feed.id };
    checkMatch(feed.revision, ifMatch);
    await release(tx, feed);
    const locked = (await tryLockFeed(tx, key)) && (await selectFeed(tx, siteId, feed.id));
    if (!locked) {
      throw new ApiError(
        'conflict',
        'Items of the feed are being changed. Try again when that is done.',
      );
    }
    checkMatch(locked.revision, ifMatch);
    const { revision } = locked;
    await deleteFeedRow(tx, key, { revision, at: new Date(ctx.now()) });
    return locked;
  });
}

const shownOf = ({ name, affinity, revision, items }: FeedRow) => ({
  ...{ name, affinity, revision, items },
});
