// The models of an API node: in memory, the old one until the new one is there, within a bound.
import { decodeModel, type Model, type ModelKey } from '@attune/core';
import type { Context, ModelVersion } from '../../context.ts';
import { selectModelBytes } from './store.ts';

/** A model as a request uses it. */
export interface HeldModel {
  readonly model: Model;
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly builtAt: number;
}

export interface Models {
  /**
   * The model of a site by its key, without waiting: the newest that this node has loaded. Undefined
   * until the first is there, which asking for it sets off; a strategy goes on to its next step.
   */
  readonly get: (siteId: number, key: ModelKey) => HeldModel | undefined;
  /** Resolves when nothing is being loaded; what could not be loaded is tried again when asked. */
  readonly settled: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface Held extends HeldModel {
  readonly siteId: number;
  readonly key: ModelKey;
  readonly bytes: number;
}

type Resources = Pick<Context, 'config' | 'db' | 'log' | 'now' | 'snapshots'>;

/** How often it is looked whether what is held has a newer version, though nobody asks for it. */
const lookMs = 1_000;
/** After a failure, before the next try. */
const retryMs = 2_000;

const nameOf = (siteId: number, key: ModelKey) => `${siteId} ${key}`;

/**
 * Starts to hold models, about `ctx.config.modelCacheBytes` of them: those asked for least recently
 * go first. What is held is good while the database is away.
 */
export function holdModels(ctx: Resources): Models {
  const held = leastRecent(ctx.config.modelCacheBytes);
  const loads = loadInto(ctx, held.put);
  const wantedOf = (siteId: number, key: ModelKey) => ctx.snapshots.site(siteId)?.models.get(key);

  const timer = setInterval(() => {
    for (const { siteId, key, version } of held.all()) {
      const wanted = wantedOf(siteId, key);
      if (wanted && wanted.version !== version) loads.start(siteId, key, wanted);
      if (!wanted && ctx.snapshots.site(siteId)) held.drop(siteId, key);
    }
  }, lookMs);

  return {
    get(siteId, key) {
      const found = held.get(siteId, key);
      const wanted = wantedOf(siteId, key);
      if (wanted && wanted.version !== found?.version) loads.start(siteId, key, wanted);
      return found;
    },
    settled: loads.settled,
    async stop() {
      clearInterval(timer);
      await loads.settled();
    },
  };
}

/** Loads versions into `put`, each model once at a time. */
function loadInto(ctx: Resources, put: (model: Held) => void) {
  const loading = new Map<string, Promise<void>>();
  const failed = new Map<string, number>();

  async function load(siteId: number, key: ModelKey, wanted: ModelVersion): Promise<void> {
    const { version, builtAt } = wanted;
    const name = nameOf(siteId, key);
    try {
      const bytes = await selectModelBytes(ctx.db, siteId, key, version);
      if (!bytes) throw new Error(`version ${version} is gone`);
      // Its columns are views of the bytes.
      const model = decodeModel(bytes);
      put({ siteId, key, version, builtAt, model, bytes: bytes.length });
      failed.delete(name);
    } catch (error) {
      failed.set(name, ctx.now());
      ctx.log.warn({ err: error, siteId, model: key }, 'a model cannot be loaded yet');
    } finally {
      loading.delete(name);
    }
  }

  return {
    start(siteId: number, key: ModelKey, wanted: ModelVersion) {
      const name = nameOf(siteId, key);
      const last = failed.get(name);
      if (loading.has(name) || (last !== undefined && ctx.now() - last < retryMs)) return;
      loading.set(name, load(siteId, key, wanted));
    },
    async settled() {
      while (loading.size > 0) await Promise.all(loading.values());
    },
  };
}

/** What is held within a bound; of what is beyond it, what was asked for least recently goes. */
function leastRecent(mostBytes: number) {
  /** The last asked for at the end. */
  const held = new Map<string, Held>();
  return {
    get(siteId: number, key: ModelKey): Held | undefined {
      const name = nameOf(siteId, key);
      const found = held.get(name);
      if (!found) return undefined;
      held.delete(name);
      held.set(name, found);
      return found;
    },
    put(model: Held): void {
      const name = nameOf(model.siteId, model.key);
      held.delete(name);
      held.set(name, model);
      let sum = held.values().reduce((all, { bytes }) => all + bytes, 0);
      for (const [other, { bytes }] of held) {
        if (sum <= mostBytes || held.size === 1) break;
        held.delete(other);
        sum -= bytes;
      }
    },
    drop: (siteId: number, key: ModelKey) => held.delete(nameOf(siteId, key)),
    all: () => [...held.values()],
  };
}
