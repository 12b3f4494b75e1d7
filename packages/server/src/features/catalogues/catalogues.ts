// Feeds as this node has them in memory: loaded when first asked for, followed, and let go of.
import type { Catalogue } from '@attune/core';
import { coalesced } from '../../coalesced.ts';
import type { Context } from '../../context.ts';
import type { DatabaseTarget } from '../../db/connection.ts';
import type { FeedStatus, Held } from './held.ts';
import { type FeedKey, hearOfFeeds, selectRevisions } from './store.ts';
import { updateFeed } from './update.ts';

/** Notifications are heard sooner; one that was lost costs at most this long. */
const pollMs = 500;

export interface FeedState extends FeedKey {
  readonly status: FeedStatus;
  /** The revision that is held. */
  readonly revision: string | undefined;
  readonly items: number;
  readonly bytes: number;
  /** While it is loaded for the first time: the share that is done. */
  readonly progress: number;
  /** When this node last knew that it holds what the database has, ms since the epoch. */
  readonly confirmedAt: number | undefined;
}

export interface Catalogues {
  /**
   * The feed as this node has it, all of one revision; undefined while it has none. Never waits:
   * a feed that is asked for is loaded, and followed from then on.
   */
  readonly get: (siteId: number, feedId: string) => Catalogue | undefined;
  /** How it stands with a feed; undefined where nobody has asked for it. */
  readonly state: (siteId: number, feedId: string) => FeedState | undefined;
  readonly states: () => readonly FeedState[];
  /** Resolves when every feed that is held is what the database has now. */
  readonly catchUp: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts holding feeds, none at first. What is held takes about `ctx.config.feedMemoryBytes`. */
export async function openCatalogues(ctx: Context, target: DatabaseTarget): Promise<Catalogues> {
  const held = new Map<string, Held>();
  let stopped = false;
  let isRefused = false;

  /** Finds out which feeds are behind, and begins to update them. */
  const look = coalesced(async () => {
    if (held.size === 0 || stopped) return;
    const asked = ctx.now();
    const present = await selectRevisions(ctx.db, [...held.values()]);
    const revisions = new Map(present.map((one) => [keyOf(one.siteId, one.feedId), one.revision]));
    for (const [key, one] of held) {
      const revision = revisions.get(key);
      if (revision === undefined) held.delete(key);
      else if (one.catalogue?.revision === revision) one.confirmedAt = asked;
      else begin(one);
    }
  });

  function begin(one: Held): void {
    one.updating ??= updateFeed(ctx, one)
      .catch((error) => {
        ctx.log.warn({ err: error, site: one.siteId, feed: one.feedId }, 'a feed has to wait');
      })
      .finally(() => {
        one.updating = undefined;
      });
  }

  async function lookQuietly(): Promise<void> {
    try {
      await look();
      isRefused = false;
    } catch (error) {
      if (!isRefused) ctx.log.warn({ err: error }, 'feeds cannot be followed');
      isRefused = true;
    }
  }

  const listener = await hearOfFeeds(target, ctx.log, () => void lookQuietly());
  const timer = setInterval(() => void lookQuietly(), pollMs).unref();

  return {
    get(siteId, feedId) {
      const key = keyOf(siteId, feedId);
      let one = held.get(key);
      if (!one) {
        one = { ...nothingOf, siteId, feedId };
        held.set(key, one);
        void lookQuietly();
      }
      one.usedAt = ctx.now();
      return one.catalogue;
    },
    state: (siteId, feedId) => stateOf(held.get(keyOf(siteId, feedId))),
    states: () => [...held.values()].map((one) => stateOf(one)!),
    async catchUp() {
      await look();
      await Promise.all([...held.values()].map(({ updating }) => updating));
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await listener.close();
      await look.settled();
      await Promise.all([...held.values()].map(({ updating }) => updating));
    },
  };
}

const nothingOf = {
  catalogue: undefined,
  status: 'loading',
  progress: 0,
  usedAt: 0,
  confirmedAt: undefined,
  updating: undefined,
} as const;

const keyOf = (siteId: number, feedId: string) => `${siteId} ${feedId}`;

function stateOf(one: Held | undefined): FeedState | undefined {
  if (!one) return undefined;
  const { siteId, feedId, status, progress, confirmedAt, catalogue } = one;
  const { revision, size = 0, bytes = 0 } = catalogue ?? {};
  return { siteId, feedId, status, progress, confirmedAt, revision, items: size, bytes };
}
