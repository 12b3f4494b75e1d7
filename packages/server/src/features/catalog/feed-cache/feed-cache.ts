// Caches feeds in this node's memory: loaded on first use, followed, and evicted.
import type { Catalogue } from '@attune/core';
import type { Context } from '../../../context.ts';
import type { DatabaseTarget } from '../../../db/connection.ts';
import { type CachedFeed, emptyFeed, type FeedStatus, keyOf } from './cached-feed.ts';
import { followFeeds } from './follow.ts';
import { type FeedKey, listenToFeeds } from './store.ts';

/** Notifications come sooner; one that was lost costs at most this long. */
const pollMs = 500;

export interface FeedState extends FeedKey {
  readonly status: FeedStatus;
  /** The revision in memory. */
  readonly revision: string | undefined;
  readonly items: number;
  readonly bytes: number;
  /** While it is loaded for the first time: the share that is done. */
  readonly progress: number;
  /** When its memory was last known to be what the database has, ms since the epoch. */
  readonly confirmedAt: number | undefined;
}

export interface FeedCache {
  /**
   * The feed in memory, all of one revision; undefined while there is none. Never waits: a feed
   * that is requested is loaded, and followed from then on.
   */
  readonly get: (siteId: number, feedId: string) => Catalogue | undefined;
  /** The state of a feed; undefined where no request has needed it. */
  readonly state: (siteId: number, feedId: string) => FeedState | undefined;
  readonly states: () => readonly FeedState[];
  readonly use: () => FeedUse;
  /** Resolves when every feed in memory is what the database has now. */
  readonly catchUp: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** What feeds take of a node's memory, all sites together. */
export interface FeedUse {
  readonly held: number;
  readonly loading: number;
  readonly tooLarge: number;
  readonly bytes: number;
  readonly limitBytes: number;
  /** How often one had to go for another since the node started. */
  readonly evicted: number;
}

/** Opens an empty cache of feeds. It takes about `ctx.config.feedMemoryBytes`. */
export async function openFeedCache(ctx: Context, target: DatabaseTarget): Promise<FeedCache> {
  const cached = new Map<string, CachedFeed>();
  const ending = new AbortController();
  const { look, lookQuietly, evicted } = followFeeds(ctx, cached, ending.signal);
  const listener = await listenToFeeds(target, ctx.log, () => void lookQuietly());
  const timer = setInterval(() => void lookQuietly(), pollMs).unref();
  const work = () => Promise.allSettled([...cached.values()].map(({ working }) => working));

  return {
    get(siteId, feedId) {
      const key = keyOf({ siteId, feedId });
      let one = cached.get(key);
      if (!one) {
        one = emptyFeed({ siteId, feedId });
        cached.set(key, one);
        void lookQuietly();
      }
      one.usedAt = ctx.now();
      return one.catalogue;
    },
    state: (siteId, feedId) => stateOf(cached.get(keyOf({ siteId, feedId }))),
    states: () => [...cached.values()].map((one) => stateOf(one)!),
    use() {
      const all = [...cached.values()];
      const count = (status: FeedStatus) => all.filter((one) => one.status === status).length;
      return {
        ...{ held: count('held'), loading: count('loading'), tooLarge: count('too-large') },
        bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
        limitBytes: ctx.config.feedMemoryBytes,
        evicted: evicted(),
      };
    },
    async catchUp() {
      // An update that was under way may have begun before the change.
      await work();
      await look();
      await work();
    },
    async stop() {
      ending.abort();
      clearInterval(timer);
      await listener.close();
      await look.settled();
      await work();
      await Promise.allSettled([...cached.values()].map(({ compacting }) => compacting));
    },
  };
}

function stateOf(one: CachedFeed | undefined): FeedState | undefined {
  if (!one) return undefined;
  const { siteId, feedId, status, progress, confirmedAt, catalogue, bytes } = one;
  const { revision, size = 0 } = catalogue ?? {};
  return { siteId, feedId, status, progress, confirmedAt, revision, items: size, bytes };
}
