// A read-through cache of rows: what was read stays until it changes, or makes room.
import type { ByteCache } from '@attune/byte-cache';
import { acrossSites } from '../../../tenant-guard.ts';

export interface Records<Asked, Value> {
  /** The cached value of a key, whether or not it may have changed since. */
  readonly cached: (key: string) => Value | undefined;
  /**
   * Reads keys again, together with concurrent requests. A value that changed while it was read is
   * returned, but not cached. Throws when more wait than can be read.
   */
  readonly read: (requested: ReadonlyMap<string, Asked>) => Promise<Map<string, Value>>;
  /** For how many milliseconds the oldest read under way has had no answer; 0 where none is. */
  readonly unansweredMs: () => number;
  readonly forget: (key: string) => void;
  /**
   * Forgets values that have changed, and reads those that were cached again, behind requests: in
   * one read, before each is requested by itself.
   */
  readonly renew: (changed: ReadonlyMap<string, Asked>) => void;
  readonly forgetAll: () => void;
}

type Load<Asked, Value> = (requested: readonly Asked[]) => Promise<ReadonlyMap<string, Value>>;

interface Reading<Asked, Value> {
  readonly requested: Map<string, Asked>;
  readonly changed: Set<string>;
  isAllChanged: boolean;
  readonly done: PromiseWithResolvers<ReadonlyMap<string, Value>>;
}

/** How many reads are under way at once; further requests share the next one. */
const mostUnderWay = 2;
/** The most keys of one read. */
const mostTogether = 1_000;
/** The most reads that wait: beyond, memory would fill with what the database does not answer. */
const mostWaiting = 20;

/** Caches what `load` gives. */
export function readThrough<Asked, Value>(
  cache: ByteCache<Value>,
  load: Load<Asked, Value>,
): Records<Asked, Value> {
  const queue: Reading<Asked, Value>[] = [];
  /** And since when, in the order of it. */
  const underWay = new Map<Reading<Asked, Value>, number>();

  async function run(reading: Reading<Asked, Value>): Promise<void> {
    underWay.set(reading, performance.now());
    try {
      const loaded = await load([...reading.requested.values()]);
      for (const [key, one] of loaded) {
        if (!reading.isAllChanged && !reading.changed.has(key)) cache.set(key, one);
      }
      reading.done.resolve(loaded);
    } catch (error) {
      reading.done.reject(error);
    }
    underWay.delete(reading);
    startNext();
  }

  function startNext(): void {
    const next = underWay.size < mostUnderWay ? queue.shift() : undefined;
    if (next) void run(next);
  }

  /** Reads what waits once this turn of the event loop has added to it, of whatever site it is. */
  function startSoon(): void {
    queueMicrotask(() => acrossSites(startNext));
  }

  function forget(key: string): boolean {
    for (const reading of underWay.keys()) reading.changed.add(key);
    return cache.delete(key);
  }

  /** A read under way of what has not changed since. */
  function readingOf(key: string): Reading<Asked, Value> | undefined {
    for (const reading of underWay.keys()) {
      const { requested, changed, isAllChanged } = reading;
      if (requested.has(key) && !changed.has(key) && !isAllChanged) return reading;
    }
    return undefined;
  }

  return {
    cached: cache.get,
    async read(requested) {
      const each = [...requested];
      const readings = new Set(each.map(([key, one]) => readingOf(key) ?? join(queue, key, one)));
      startSoon();
      const all = await Promise.all([...readings].map(({ done }) => done.promise));
      return new Map(all.flatMap((loaded) => [...loaded]));
    },
    unansweredMs() {
      const [oldest] = underWay.values();
      return oldest === undefined ? 0 : performance.now() - oldest;
    },
    forget,
    renew(changed) {
      const held = [...changed].filter(([key]) => forget(key));
      // What is requested comes first: while reads wait, nothing else is added to them.
      if (held.length === 0 || queue.length > 0) return;
      for (const [key, one] of held) join(queue, key, one);
      startSoon();
    },
    forgetAll() {
      cache.clear();
      for (const reading of underWay.keys()) reading.isAllChanged = true;
    },
  };
}

function join<Asked, Value>(
  queue: Reading<Asked, Value>[],
  key: string,
  one: Asked,
): Reading<Asked, Value> {
  let last = queue.at(-1);
  if (!last || last.requested.size >= mostTogether) {
    if (queue.length >= mostWaiting) throw new Error('more is requested than can be read');
    const done = Promise.withResolvers<ReadonlyMap<string, Value>>();
    // The requests that wait may have given up by then.
    done.promise.catch(() => undefined);
    last = { requested: new Map(), changed: new Set(), isAllChanged: false, done };
    queue.push(last);
  }
  last.requested.set(key, one);
  return last;
}
