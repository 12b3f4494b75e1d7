// What an API node holds in memory beside the snapshots: users, feeds, models, counts.
import type { Context } from './context.ts';
import type { DatabaseTarget } from './db/connection.ts';
import {
  type FeedCache,
  openFeedCache,
  preloadFeeds,
} from './features/catalog/feed-cache/index.ts';
import {
  countPageAttributes,
  type PageAttributes,
} from './features/events/page-attributes/index.ts';
import {
  type ExcludedTraffic,
  startExcludedTraffic,
} from './features/experiences/excluded-traffic/index.ts';
import { openUserCache, type UserCache } from './features/people/user-cache/index.ts';
import { type Models, openModelCache } from './features/recommendations/models/index.ts';

/** A node that cannot load its models soon begins without: strategies go on to their next step. */
const preloadMs = 5_000;

export interface Caches {
  readonly users: UserCache;
  readonly feedCache: FeedCache;
  readonly models: Models;
  /** Of this process's requests only, and forgotten when it ends: ADR 0100. */
  readonly pageAttributes: PageAttributes;
  /** What those requests had of where they are, by what and how they came: as `pageAttributes`. */
  readonly requestFacts: PageAttributes;
  /** Of this node's requests; recorded every few seconds. */
  readonly excludedTraffic: ExcludedTraffic;
  /** Resolves when the caches have applied all changes that are committed now. */
  readonly catchUp: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Opens the caches of users, feeds and models. */
export async function openCaches(ctx: Context, target: DatabaseTarget): Promise<Caches> {
  const users = await openUserCache(ctx, target);
  const feedCache = await openFeedCache(ctx, target);
  await preloadFeeds(ctx, feedCache);
  const models = openModelCache(ctx);
  await models.preload(preloadMs);
  const excludedTraffic = startExcludedTraffic(ctx);
  return {
    users,
    feedCache,
    models,
    pageAttributes: countPageAttributes(ctx.now),
    requestFacts: countPageAttributes(ctx.now),
    excludedTraffic,
    catchUp: async () => {
      await excludedTraffic.record();
      await users.catchUp();
      await feedCache.catchUp();
      await models.catchUp();
    },
    stop: async () => {
      await excludedTraffic.stop();
      await models.stop();
      await feedCache.stop();
      await users.stop();
    },
  };
}
