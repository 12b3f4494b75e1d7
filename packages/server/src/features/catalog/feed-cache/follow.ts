// Finds feeds that are behind the database, and updates them.
import { coalesced } from '../../../coalesced.ts';
import type { Context } from '../../../context.ts';
import { type CachedFeed, emptyFeed, exclusively, keyOf } from './cached-feed.ts';
import { FeedTooLarge, makeRoom } from './room.ts';
import { selectRevisions } from './store.ts';
import { compactFeed, type Means, updateFeed } from './update.ts';

/** A feed that was too large is tried again after that. */
const againMs = 300_000;

/** Follows the feeds in `cached`, each time it is called. */
export function followFeeds(ctx: Context, cached: Map<string, CachedFeed>, signal: AbortSignal) {
  const most = ctx.config.feedMemoryBytes;
  let evicted = 0;
  const means: Means = {
    pool: ctx.pool,
    now: ctx.now,
    signal,
    demandRoom: (one, bytes) =>
      makeRoom(cached, { feed: one, bytes, most, now: ctx.now() }, (key) => {
        cached.delete(key);
        evicted += 1;
      }),
  };
  let isRefused = false;

  /** Finds out which feeds are behind, and begins to update them. */
  const look = coalesced(async () => {
    if (cached.size === 0 || signal.aborted) return;
    const requestedAt = ctx.now();
    // Feeds that are requested meanwhile are looked at next time.
    const wanted = [...cached];
    const present = await selectRevisions(
      ctx.db,
      wanted.map(([, one]) => one),
    );
    const revisions = new Map(present.map((one) => [keyOf(one), one.revision]));
    for (const [key, one] of wanted) {
      const revision = revisions.get(key);
      if (revision === undefined) cached.delete(key);
      else if (one.catalogue?.revision === revision) one.confirmedAt = requestedAt;
      else if (!one.working && !isToWait(one, requestedAt)) void update(one);
    }
  });

  async function update(one: CachedFeed): Promise<void> {
    try {
      await exclusively(one, () => updateFeed(means, one));
      // What changed meanwhile was not begun with.
      void lookQuietly();
      one.compacting ??= compactFeed(means, one).finally(() => {
        one.compacting = undefined;
      });
      await one.compacting;
    } catch (error) {
      if (!signal.aborted) complain(one, error);
    }
  }

  function complain(one: CachedFeed, error: unknown): void {
    const about = { site: one.siteId, feed: one.feedId };
    if (!(error instanceof FeedTooLarge)) {
      ctx.log.warn({ ...about, err: error }, 'a feed cannot be loaded yet');
      return;
    }
    const needed = { ...about, bytes: one.bytes, most };
    ctx.log.error(needed, 'a feed is too large to be recommended from: raise FEED_MEMORY');
    Object.assign(one, { ...emptyFeed(one), usedAt: one.usedAt });
    Object.assign(one, { status: 'too-large', refusedAt: ctx.now() });
  }

  async function lookQuietly(): Promise<void> {
    try {
      await look();
      isRefused = false;
    } catch (error) {
      if (!isRefused) ctx.log.warn({ err: error }, 'feeds cannot be followed');
      isRefused = true;
    }
    ctx.metrics.feeds([...cached.values()], ctx.now());
  }

  return { look, lookQuietly, evicted: () => evicted };
}

const isToWait = ({ refusedAt }: CachedFeed, now: number) =>
  refusedAt !== undefined && now < refusedAt + againMs;
