// One feed is brought up to what the database has: as a whole, or by what has changed since.
import { setImmediate } from 'node:timers/promises';
import { type Catalogue, type CatalogueChange, changeCatalogue } from '@attune/core';
import type { Context } from '../../context.ts';
import type { Held } from './held.ts';
import { type FeedReading, readingFeed, type StoredItem } from './store.ts';

/** Requests have their turn after so many milliseconds of work. */
const sliceMs = 4;

/** Replaces what is held of a feed by its revision of now, at once; nothing while that is made. */
export async function updateFeed(ctx: Context, held: Held): Promise<void> {
  const catalogue = await readingFeed(ctx.pool, held, (reading) => read(held, reading));
  if (!catalogue) return;
  held.catalogue = catalogue;
  held.status = 'held';
  held.confirmedAt = ctx.now();
}

async function read(held: Held, reading: FeedReading): Promise<Catalogue | undefined> {
  const { feed } = reading;
  if (!feed || feed.revision === held.catalogue?.revision) return held.catalogue;
  const since = held.catalogue && (await reading.since(held.catalogue.revision));
  const change = changeCatalogue(since && held.catalogue);
  let done = 0;
  for await (const items of since ?? reading.all()) {
    await take(change, items);
    done += items.length;
    if (!held.catalogue) held.progress = Math.min(1, done / Math.max(1, feed.items));
  }
  return change.finish(feed.revision);
}

async function take(change: CatalogueChange, items: readonly StoredItem[]): Promise<void> {
  let until = performance.now() + sliceMs;
  for (const { sku, data } of items) {
    if (data === null) change.remove(sku);
    else change.put(data);
    if (performance.now() < until) continue;
    await setImmediate();
    until = performance.now() + sliceMs;
  }
  await setImmediate();
}
