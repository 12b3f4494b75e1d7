// Makes reports one at a time on a node, within bounds, and caches them for as long as they were
// costly.
import type { Db } from '../../../db/schema.ts';
import { withinBounds } from './store.ts';

/** PostgreSQL gives a report up after so long; below the limit of clients that wait for answers. */
const longestMs = 25_000;
/** A report is cached for so many times as long as it took: at most a tenth of a core is used. */
const cachedTimes = 10;
/** What took no longer is made again for each request. */
const quickMs = 500;
const mostCached = 200;

interface CachedReport {
  readonly until: number;
  readonly report: Promise<unknown>;
}

const cached = new Map<string, CachedReport>();
let last: Promise<unknown> = Promise.resolve();

/** Makes a report once those before are made, or returns the cached one under its key. */
export function queueReport<T>(db: Db, key: string, make: (tx: Db) => Promise<T>): Promise<T> {
  const known = cached.get(key);
  if (known && known.until > performance.now()) return known.report as Promise<T>;
  const report = last.then(async () => {
    const began = performance.now();
    const made = await withinBounds(db, longestMs, make);
    const tookMs = performance.now() - began;
    if (tookMs < quickMs) cached.delete(key);
    else cached.set(key, { until: performance.now() + cachedTimes * tookMs, report });
    return made;
  });
  // Requests meanwhile get the same report.
  cached.set(key, { until: Number.POSITIVE_INFINITY, report });
  last = report.catch(() => cached.delete(key));
  for (const oldest of cached.keys()) if (cached.size > mostCached) cached.delete(oldest);
  return report;
}
