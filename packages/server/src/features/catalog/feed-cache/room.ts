// How much memory feeds may take together, and which of them goes when another one needs it.
import type { CachedFeed } from './cached-feed.ts';

/** A feed that was used within that time is not evicted for another one. */
const idleMs = 60_000;

/** A feed does not fit in beside those that are in use. */
export class FeedTooLarge extends Error {}

/**
 * Makes room for a feed of so many bytes: evicts those that were not used lately, the least
 * recently used first. Throws `FeedTooLarge` where that is not enough.
 */
export function makeRoom(
  all: ReadonlyMap<string, CachedFeed>,
  { feed, bytes, most, now }: { feed: CachedFeed; bytes: number; most: number; now: number },
  letGo: (key: string) => void,
): void {
  feed.bytes = bytes;
  const others = [...all].filter(([, one]) => one !== feed);
  let used = bytes + others.reduce((sum, [, one]) => sum + one.bytes, 0);
  if (used <= most) return;
  const idle = others
    .filter(([, one]) => one.bytes > 0 && one.usedAt < now - idleMs)
    .sort(([, one], [, other]) => one.usedAt - other.usedAt);
  for (const [key, one] of idle) {
    letGo(key);
    used -= one.bytes;
    if (used <= most) return;
  }
  throw new FeedTooLarge();
}
