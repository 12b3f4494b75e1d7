// A feed in a node's memory, and the order of the work on it.
import type { Catalogue } from '@attune/core';
import type { FeedKey, StoredItem } from './store.ts';

/** Why a feed is in memory, or not. */
export type FeedStatus = 'loading' | 'held' | 'too-large';

export interface CachedFeed extends FeedKey {
  catalogue: Catalogue | undefined;
  status: FeedStatus;
  /** While it is loaded for the first time: the share that is done. */
  progress: number;
  /** How much memory it takes, or has taken so far. */
  bytes: number;
  /** Milliseconds since the epoch. */
  usedAt: number;
  /** Milliseconds since the epoch. */
  confirmedAt: number | undefined;
  /** When it was found too large, ms since the epoch. */
  refusedAt: number | undefined;
  /** Work that replaces the catalogue: one piece at a time. */
  working: Promise<void> | undefined;
  /** The catalogue is compacted, beside changes. */
  compacting: Promise<void> | undefined;
  /** Meanwhile: what has changed since that began. */
  missed: StoredItem[] | undefined;
}

/** A feed of which nothing is in memory yet. */
export function emptyFeed(key: FeedKey): CachedFeed {
  return {
    ...key,
    catalogue: undefined,
    status: 'loading',
    progress: 0,
    bytes: 0,
    usedAt: 0,
    confirmedAt: undefined,
    refusedAt: undefined,
    working: undefined,
    compacting: undefined,
    missed: undefined,
  };
}

/** What a feed is found by. */
export const keyOf = ({ siteId, feedId }: FeedKey) => `${siteId} ${feedId}`;

/** Does work on a feed when nothing else does. */
export async function exclusively(feed: CachedFeed, work: () => Promise<void>): Promise<void> {
  while (feed.working) await feed.working.catch(() => undefined);
  feed.working = work().finally(() => {
    feed.working = undefined;
  });
  await feed.working;
}
