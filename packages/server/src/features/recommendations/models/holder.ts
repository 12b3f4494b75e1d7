// The models of an API node: in memory, the old one until the new one is there, within a bound.
import { setTimeout as delay } from 'node:timers/promises';
import { decodeModel, type Model, type ModelKey } from '@attune/core';
import type { Context, ModelVersion, SiteSnapshot } from '../../../context.ts';
import { selectModelBytes } from './store.ts';
import { wantedModels } from './wanted.ts';

/** A model as a request uses it. */
interface CachedModel {
  readonly model: Model;
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly builtAt: number;
}

export interface Models {
  /**
   * The model of a site by its key, without waiting: the newest that this node has loaded.
   * Undefined until the first is there, which asking for it sets off; a strategy goes on to its
   * next step.
   */
  readonly get: (siteId: number, key: ModelKey) => CachedModel | undefined;
  /** Is a version of it in memory? Asking for it sets nothing off. */
  readonly has: (siteId: number, key: ModelKey) => boolean;
  /**
   * Resolves when this node has the models, as they are committed now, of sites that requested one;
   * those that cannot be loaded are tried again later.
   */
  readonly catchUp: () => Promise<void>;
  /**
   * Resolves when the models are loaded that live campaigns recommend by, as far as there is room
   * and the database gives them, and after so many ms at the latest.
   */
  readonly preload: (mostMs: number) => Promise<void>;
  readonly use: () => ModelUse;
  readonly stop: () => Promise<void>;
}

/** What models take of a node's memory, all sites together. */
export interface ModelUse {
  readonly held: number;
  readonly loading: number;
  readonly bytes: number;
  readonly limitBytes: number;
  /** How often one had to go for another since the node started. */
  readonly evicted: number;
}

type Resources = Pick<Context, 'config' | 'db' | 'log' | 'metrics' | 'now' | 'snapshots'>;

/** How often newer versions of models are looked for, even without requests. */
const lookMs = 1_000;
/** After a failure, before the next try. */
const retryMs = 2_000;
/** What was evicted is not loaded again at once: more is requested than there is room for. */
const restMs = 60_000;

const nameOf = (siteId: number, key: ModelKey) => `${siteId} ${key}`;

/**
 * Opens the cache of models, of about `ctx.config.modelCacheBytes`: the least recently used go
 * first. What is cached is good while the database is away.
 */
export function openModelCache(ctx: Resources): Models {
  const cache = leastRecent(ctx);
  const loads = loadInto(ctx, cache);
  /** Sites that requested a model: their other models will be wanted as well. */
  const requestedSites = new Set<number>();

  const look = (): void => {
    lookAhead(ctx, cache, loads, requestedSites);
    for (const siteId of requestedSites)
      lookAfter(ctx.snapshots.site(siteId), siteId, cache, loads);
    ctx.metrics.models.setCached(use());
  };
  const use = (): ModelUse => ({ ...cache.use(), loading: loads.count() });

  const timer = setInterval(look, lookMs);
  return {
    get(siteId, key) {
      const found = cache.get(siteId, key);
      const wanted = ctx.snapshots.site(siteId)?.models.get(key);
      requestedSites.add(siteId);
      if (wanted && wanted.version !== found?.version) loads.start(siteId, key, wanted);
      return found;
    },
    use,
    has: (siteId, key) => cache.versionOf(siteId, key) !== undefined,
    async catchUp() {
      await ctx.snapshots.catchUp();
      look();
      await loads.settled();
    },
    async preload(mostMs) {
      look();
      const end = new AbortController();
      const { signal } = end;
      const late = delay(mostMs, undefined, { signal }).catch(() => undefined);
      await Promise.race([loads.settled(), late]);
      end.abort();
    },
    async stop() {
      clearInterval(timer);
      await loads.settled();
    },
  };
}

/** Begins with what live campaigns need, from their publication on. */
function lookAhead(
  { snapshots }: Resources,
  cache: LeastRecent,
  loads: Loads,
  requestedSites: Set<number>,
): void {
  for (const snapshot of snapshots.all()) {
    const siteId = snapshot.site.id;
    for (const key of wantedModels(snapshot)) {
      requestedSites.add(siteId);
      const wanted = snapshot.models.get(key)!;
      if (cache.versionOf(siteId, key) !== undefined) continue;
      if (cache.hasRoom(wanted.bytes + loads.bytes())) loads.start(siteId, key, wanted);
    }
  }
}

/** Begins with newer versions of what a site has in memory, and with the rest as room allows. */
function lookAfter(
  snapshot: SiteSnapshot | undefined,
  siteId: number,
  cache: LeastRecent,
  loads: Loads,
): void {
  for (const [key, wanted] of snapshot?.models ?? []) {
    const version = cache.versionOf(siteId, key);
    const isWanted =
      version === undefined
        ? cache.hasRoom(wanted.bytes + loads.bytes())
        : version !== wanted.version;
    if (isWanted) loads.start(siteId, key, wanted);
  }
  cache.keepOnly(siteId, snapshot?.models);
}

interface CachedState extends CachedModel {
  readonly siteId: number;
  readonly key: ModelKey;
  readonly bytes: number;
}

/** Loads versions into the cache, each model once at a time. */
function loadInto(ctx: Resources, cache: LeastRecent) {
  const loading = new Map<string, { readonly bytes: number; readonly done: Promise<void> }>();
  const failed = new Map<string, number>();

  async function load(siteId: number, key: ModelKey, wanted: ModelVersion): Promise<void> {
    const { version, builtAt } = wanted;
    const name = nameOf(siteId, key);
    try {
      const bytes = await selectModelBytes(ctx.db, siteId, key, version);
      if (!bytes) throw new Error(`version ${version} is gone`);
      // Its columns are views of the bytes.
      const model = decodeModel(bytes);
      cache.put({ siteId, key, version, builtAt, model, bytes: bytes.length });
      failed.delete(name);
    } catch (error) {
      failed.set(name, ctx.now());
      ctx.log.warn({ err: error, siteId, model: key }, 'a model cannot be loaded yet');
    } finally {
      loading.delete(name);
    }
  }

  return {
    count: () => loading.size,
    /** Of what is being loaded: it will need its room. */
    bytes: () => loading.values().reduce((sum, { bytes }) => sum + bytes, 0),
    start(siteId: number, key: ModelKey, wanted: ModelVersion) {
      const name = nameOf(siteId, key);
      const last = failed.get(name);
      if (loading.has(name) || (last !== undefined && ctx.now() - last < retryMs)) return;
      if (cache.rests(name)) return;
      loading.set(name, { bytes: wanted.bytes, done: load(siteId, key, wanted) });
    },
    async settled() {
      while (loading.size > 0) await Promise.all(loading.values().map(({ done }) => done));
    },
  };
}

type Loads = ReturnType<typeof loadInto>;
type LeastRecent = ReturnType<typeof leastRecent>;

/** A cache within a bound; beyond it, the least recently used model is evicted. */
function leastRecent({ config, log, now }: Resources) {
  const mostBytes = config.modelCacheBytes;
  /** The most recently used at the end. */
  const cached = new Map<string, CachedState>();
  const wentAt = new Map<string, number>();
  let sum = 0;
  let evicted = 0;

  function drop(name: string): void {
    sum -= cached.get(name)?.bytes ?? 0;
    cached.delete(name);
  }

  return {
    get(siteId: number, key: ModelKey): CachedState | undefined {
      const name = nameOf(siteId, key);
      const found = cached.get(name);
      if (!found) return undefined;
      cached.delete(name);
      cached.set(name, found);
      return found;
    },
    versionOf: (siteId: number, key: ModelKey) => cached.get(nameOf(siteId, key))?.version,
    use: () => ({ held: cached.size, bytes: sum, limitBytes: mostBytes, evicted }),
    hasRoom: (bytes: number) => sum + bytes <= mostBytes,
    rests: (name: string) => now() - (wentAt.get(name) ?? Number.NEGATIVE_INFINITY) < restMs,
    put(model: CachedState): void {
      const name = nameOf(model.siteId, model.key);
      drop(name);
      cached.set(name, model);
      sum += model.bytes;
      for (const [other, { siteId, key, bytes }] of cached) {
        if (sum <= mostBytes || cached.size === 1) break;
        drop(other);
        wentAt.set(other, now());
        evicted += 1;
        log.warn({ siteId, model: key, bytes }, 'MODEL_CACHE is too small: a model had to go');
      }
    },
    /** Lets go of the models of a site that it has no more. */
    keepOnly(siteId: number, models: ReadonlyMap<string, unknown> | undefined): void {
      if (!models) return;
      for (const [name, one] of cached) {
        if (one.siteId === siteId && !models.has(one.key)) drop(name);
      }
    },
  };
}
