// Makes reports one at a time on a node, within bounds, and caches them for as long as they were
// costly.
import type { Db } from '../../../db/schema.ts';
import { withinBounds } from './store.ts';

/** PostgreSQL gives a report up after so long; below the limit of clients that wait for answers. */
const longestMs = 25_000;
/** A report is cached for so many times as long as it took: at most a tenth of a core is used. */
const keptTimes = 10;
/** What took no longer is made again for each request. */
const quickMs = 500;
const mostKept = 200;

interface Kept {
  readonly until: number;
  readonly report: Promise<unknown>;
}

const kept = new Map<string, Kept>();
let last: Promise<unknown> = Promise.resolve();

/** Makes a report once those before are made, or returns the cached one under its key. */
export function queueReport<T>(db: Db, key: string, make: (tx: Db) => Promise<T>): Promise<T> {
  const known = kept.get(key);
  if (known && known.until > performance.now()) return known.report as Promise<T>;
  const report = last.then(async () => {
    const began = performance.now();
    const made = await withinBounds(db, longestMs, make);
    const tookMs = performance.now() - began;
    if (tookMs < quickMs) kept.delete(key);
    else kept.set(key, { until: performance.now() + keptTimes * tookMs, report });
    return made;
  });
  // Requests meanwhile get the same report.
  kept.set(key, { until: Number.POSITIVE_INFINITY, report });
  last = report.catch(() => kept.delete(key));
  for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest);
  return report;
}
