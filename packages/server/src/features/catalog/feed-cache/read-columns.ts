// Some columns of a feed in memory, for work of some length that then releases them.
import { type Catalogue, changeCatalogue } from '@attune/core';
import type { Pool } from 'pg';
import { type FeedKey, readingFeed } from './store.ts';

/** A feed with no more than these columns; undefined where there is no such feed. */
export async function readColumns(
  pool: Pool,
  feed: FeedKey,
  columns: readonly string[],
): Promise<Catalogue | undefined> {
  const kept = new Set(['sku', ...columns]);
  const decoder = new TextDecoder();
  return readingFeed(pool, feed, async (reading) => {
    if (!reading.feed) return undefined;
    const change = changeCatalogue(undefined);
    for await (const items of reading.all()) {
      for (const { data } of items) {
        if (data === null) continue;
        const text = typeof data === 'string' ? data : decoder.decode(data);
        const item = Object.entries(JSON.parse(text) as Record<string, unknown>);
        // From pairs: a column may be called `__proto__`.
        change.put(JSON.stringify(Object.fromEntries(item.filter(([name]) => kept.has(name)))));
      }
    }
    return change.finish(reading.feed.revision);
  });
}
