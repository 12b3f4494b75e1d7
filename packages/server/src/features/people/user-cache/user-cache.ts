// Caches users: their identity and what they did, for as long as that is true.
import { byteCache } from '@attune/byte-cache';
import type { Context, SiteSnapshot } from '../../../context.ts';
import type { DatabaseTarget } from '../../../db/connection.ts';
import { loadRows, type Requested } from './load-rows.ts';
import {
  decodePresence,
  encodePresence,
  keepPresences,
  type Presence,
  type Presences,
} from './presences.ts';
import { type Records, readThrough } from './records.ts';
import { type CachedUser, type IdentityObservation, presenceOf, resolve } from './resolve.ts';
import { nothing, type Row, rowPacking } from './rows.ts';
import { listenToChanges, tellPresence } from './store.ts';

export interface UserCache {
  /**
   * Finds the user that a request names; without waiting where that is cached. Where the database
   * is needed and does not answer, or not within so many milliseconds, uses what was last read, and
   * rejects where nothing was.
   */
  readonly find: (
    site: SiteSnapshot['site'],
    observed: IdentityObservation,
    withinMs?: number,
  ) => CachedUser | Promise<CachedUser>;
  /** Notes a user id that was made just now, so that its next request finds nothing at once. */
  readonly noteNew: (site: SiteSnapshot['site'], id: string) => void;
  /**
   * Notes who a request named, before a worker has it; other nodes are told. `isDraw`: something
   * was decided for them.
   */
  readonly note: (
    site: SiteSnapshot['site'],
    observed: IdentityObservation,
    isDraw: boolean,
  ) => void;
  /** Resolves when this node knows of all changes that are committed now. */
  readonly catchUp: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Unlike the hash of a name, which is longer. */
const userId = /^-?\d{1,20}$/;

/** Of no site. */
const nobody: readonly Requested[] = [
  { siteId: 0, id: '0' },
  { siteId: 0, type: '', value: '' },
];

/** Starts caching users. The cache takes about `ctx.config.profileMemoryBytes`. */
export async function openUserCache(
  ctx: Pick<Context, 'config' | 'db' | 'log' | 'now'>,
  target: DatabaseTarget,
): Promise<UserCache> {
  const presences = keepPresences();
  const { tell, told } = tellOthers(ctx);
  const cache = byteCache(ctx.config.profileMemoryBytes, rowPacking);
  const records = readThrough<Requested, Row>(cache, (requested) => loadRows(ctx, requested));
  const changes = await listenToChanges({
    target,
    db: ctx.db,
    log: ctx.log,
    onChange: (...change) => applyChange(records, presences, ...change),
    onPresence: (text) => presences.add(decodePresence(text)),
    onGap: () => {
      records.forgetAll();
      presences.clear();
    },
  });

  async function read(
    site: SiteSnapshot['site'],
    observed: IdentityObservation,
    firstMissing: ReadonlyMap<string, Requested>,
    withinMs: number,
  ): Promise<CachedUser> {
    // What earlier requests wait for in vain is not waited for again.
    const isSilent = !changes.areFresh() && records.unansweredMs() > withinMs;
    const until = performance.now() + (isSilent ? 0 : withinMs);
    const local = new Map<string, Row>();
    const get = (key: string) =>
      local.get(key) ?? (changes.areFresh() ? records.cached(key) : undefined);
    for (let missing = firstMissing; ; ) {
      const rows = await inTime(records.read(missing), until).catch((error) => {
        const last = (key: string) => local.get(key) ?? records.cached(key);
        const found = resolve(site, observed, last, presences);
        if (found instanceof Map) throw error;
        // Another request's read may have succeeded meanwhile.
        return { ...found, isStale: !changes.areFresh() };
      });
      if (!(rows instanceof Map)) return rows;
      for (const [key, row] of rows) local.set(key, row);
      const found = resolve(site, observed, get, presences);
      if (!(found instanceof Map)) return found;
      missing = found;
    }
  }

  // The first visitor waits for no connection and no plan. A node may begin without its database.
  await loadRows(ctx, nobody).catch(() => undefined);
  return {
    find(site, observed, withinMs = Number.POSITIVE_INFINITY) {
      const isFresh = changes.areFresh();
      const cached = (key: string) => (isFresh ? records.cached(key) : undefined);
      const found = resolve(site, observed, cached, presences);
      return found instanceof Map ? read(site, observed, found, withinMs) : found;
    },
    noteNew: ({ id: siteId }, id) => cache.set(`${siteId} ${id}`, nothing),
    note(site, observed, isDraw) {
      const presence = presenceOf(site, observed, records.cached, presences);
      if (!presence) return;
      const one = { ...presence, isDraw, at: ctx.now() };
      presences.add(one);
      tell(one);
    },
    async catchUp() {
      await told();
      await changes.catchUp();
    },
    stop: changes.stop,
  };
}

/** Renews what is cached of changed user ids, and forgets what is cached of names. */
function applyChange(
  { renew, forget }: Records<Requested, Row>,
  presences: Presences,
  siteId: string,
  changed: readonly string[],
): void {
  const ids = new Map<string, Requested>();
  for (const one of changed) {
    if (presences.settle(siteId, one)) continue;
    const key = `${siteId} ${one}`;
    if (userId.test(one)) ids.set(key, { siteId: Number(siteId), id: one });
    else forget(key);
  }
  renew(ids);
}

/** Tells other nodes of presences, behind the answer; `told` resolves once all were. */
function tellOthers({ db, log }: Pick<Context, 'db' | 'log'>) {
  const telling = new Set<Promise<void>>();
  return {
    tell(presence: Presence): void {
      const one = tellPresence(db, encodePresence(presence))
        .catch((error) => log.debug({ err: error }, 'other nodes hear of a person later'))
        .finally(() => telling.delete(one));
      telling.add(one);
    },
    told: () => Promise.all(telling),
  };
}

/** Rejects where the work is not done by then, by `performance.now`. It goes on for all that. */
function inTime<T>(work: Promise<T>, until: number): Promise<T> {
  if (until === Number.POSITIVE_INFINITY) return work;
  const ms = Math.max(0, until - performance.now());
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not within ${Math.round(ms)} ms`)), ms);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
