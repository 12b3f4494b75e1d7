// One feed is brought up to what the database has, and put in order; requests go on meanwhile.
import {
  type Catalogue,
  type CatalogueChange,
  changeCatalogue,
  compactCatalogue,
  needsCompaction,
} from '@attune/core';
import type { Pool } from 'pg';
import { type Slices, slices } from '../../../slices.ts';
import { type CachedFeed, exclusively } from './cached-feed.ts';
import { type FeedReading, readingFeed, type StoredItem } from './store.ts';

/** So many changed items are kept for a feed that is being compacted. */
const missedMost = 50_000;

export interface Means {
  readonly pool: Pool;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Ends all work. */
  readonly signal: AbortSignal;
  /** Throws where a feed that takes so many bytes does not fit in. */
  readonly demandRoom: (feed: CachedFeed, bytes: number) => void;
}

/**
 * Replaces a feed in memory by its present revision, at once; nothing changes until that is ready.
 */
export async function updateFeed(means: Means, feed: CachedFeed): Promise<void> {
  const requestedAt = means.now();
  const catalogue = await readingFeed(means.pool, feed, (reading) => read(means, feed, reading));
  if (!catalogue) return;
  // A feed is indexed before it is first recommended from.
  feed.catalogue = feed.catalogue ? catalogue : await settled(catalogue, means.signal);
  feed.status = 'held';
  feed.bytes = feed.catalogue.bytes;
  feed.confirmedAt = requestedAt;
}

async function read(
  means: Means,
  held: CachedFeed,
  reading: FeedReading,
): Promise<Catalogue | undefined> {
  const { feed } = reading;
  const base = held.catalogue;
  if (!feed || feed.revision === base?.revision) return base;
  const since = base && (await reading.since(base.revision));
  const change = since ? changeCatalogue(base) : changeCatalogue(undefined, feed.items);
  const pause = slices(means.signal);
  let done = 0;
  for await (const items of since ?? reading.all()) {
    await take(change, items, pause);
    done += items.length;
    means.demandRoom(held, change.bytes());
    if (since) note(held, items);
    if (!base) held.progress = Math.min(1, done / Math.max(1, feed.items));
  }
  // What is being put in order is of no more use.
  if (!since) held.missed = undefined;
  return change.finish(feed.revision);
}

function note(feed: CachedFeed, items: readonly StoredItem[]): void {
  if (!feed.missed) return;
  if (feed.missed.length + items.length > missedMost) feed.missed = undefined;
  else feed.missed.push(...items);
}

async function take(
  change: CatalogueChange,
  items: readonly StoredItem[],
  pause: Slices,
): Promise<void> {
  for (const { sku, data } of items) {
    if (data === null) change.remove(sku);
    else change.put(data);
    if (pause.isDue()) await pause.now();
  }
}

/** Puts a feed in order where that is due. Changes go on meanwhile, and are added at the end. */
export async function compactFeed({ signal }: Means, feed: CachedFeed): Promise<void> {
  const base = feed.catalogue;
  if (!base || !needsCompaction(base)) return;
  feed.missed = [];
  const made = await settled(base, signal);
  await exclusively(feed, async () => {
    const { missed, catalogue } = feed;
    if (!missed || !catalogue) return;
    const change = changeCatalogue(made);
    await take(change, missed, slices(signal));
    feed.catalogue = change.finish(catalogue.revision);
    feed.bytes = feed.catalogue.bytes;
    feed.missed = undefined;
  });
}

/** A catalogue of the same items, in order. */
async function settled(catalogue: Catalogue, signal: AbortSignal): Promise<Catalogue> {
  const work = compactCatalogue(catalogue);
  const pause = slices(signal);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (pause.isDue()) await pause.now();
  }
}
