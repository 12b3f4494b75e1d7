// A feed goes, unless a live campaign recommends from it.
import type { FeedUsesOutput } from '@attune/contract';
import { sayFirst } from '@attune/core';
import { ApiError } from '../../../api-error.ts';
import type { Context, Who } from '../../../context.ts';
import { deleteFeed } from '../../catalog/feeds/index.ts';
import { usesOf } from './uses.ts';

export interface Removed {
  readonly id: string;
  readonly name: string;
  readonly items: number;
  /** What used it. */
  readonly uses: FeedUsesOutput;
}

/** Deletes a feed. Throws `not_found`, `revision_mismatch`, or `conflict` where it must stay. */
export async function removeFeed(
  ctx: Context,
  who: Who,
  feed: { readonly feedId: string; readonly ifMatch?: string | undefined },
): Promise<Removed> {
  let uses: FeedUsesOutput | undefined;
  const { id, name, items } = await deleteFeed(ctx, who, {
    ...feed,
    release: async (tx, found) => {
      uses = await usesOf(tx, who.siteId, found.id);
      refuseNeeded(uses);
    },
  });
  return { id, name, items, uses: uses! };
}

function refuseNeeded({ isNeeded, strategies }: FeedUsesOutput): void {
  if (!isNeeded) return;
  const reasons = strategies.flatMap(({ name, campaigns }) =>
    campaigns
      .filter(({ isLive }) => isLive)
      .map(({ selector }) => `"${selector}" (strategy "${name}")`),
  );
  const some = [...new Set(reasons)];
  throw new ApiError(
    'conflict',
    `Live campaigns recommend from the feed: ${sayFirst(some, 5)}. ` +
      'Pause them, or give their strategies another feed, and repeat.',
  );
}
