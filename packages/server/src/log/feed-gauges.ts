// Metrics of the feeds in a node's memory.
import { Gauge, type Registry } from 'prom-client';

interface CachedFeed {
  readonly status: string;
  readonly bytes: number;
  readonly catalogue: { readonly size: number } | undefined;
  /** Milliseconds since the epoch. */
  readonly confirmedAt: number | undefined;
}

const statuses = ['loading', 'held', 'too-large'];

/** Makes the gauges, and gives what sets them. */
export function feedGauges(registry: Registry) {
  // Processes of a node have the same feeds, each a copy of its own.
  const registers = [registry];
  const count = new Gauge({
    name: 'attune_feeds',
    help: 'Feeds that were asked for, by status: `loading`, `held`, `too-large`',
    labelNames: ['status'] as const,
    aggregator: 'max',
    registers,
  });
  const bytes = new Gauge({
    name: 'attune_feed_bytes',
    help: 'Memory of all feeds together, about',
    registers,
  });
  const items = new Gauge({
    name: 'attune_feed_items',
    help: 'Items in memory',
    aggregator: 'max',
    registers,
  });
  const age = new Gauge({
    name: 'attune_feed_age_seconds',
    help: 'Time since the database confirmed the feed that has waited longest for it',
    aggregator: 'max',
    registers,
  });
  return (feeds: readonly CachedFeed[], now: number): void => {
    const of = (status: string) => feeds.filter((feed) => feed.status === status).length;
    for (const status of statuses) count.set({ status }, of(status));
    const sum = (what: (feed: CachedFeed) => number) =>
      feeds.reduce((total, feed) => total + what(feed), 0);
    bytes.set(sum((feed) => feed.bytes));
    items.set(sum(({ catalogue }) => catalogue?.size ?? 0));
    age.set(Math.max(0, ...feeds.map(({ confirmedAt = now }) => (now - confirmedAt) / 1_000)));
  };
}
