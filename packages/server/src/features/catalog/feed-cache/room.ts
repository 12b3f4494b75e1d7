// How much memory feeds may take together, and which of them goes when another one needs it.
import type { CachedFeed } from './cached-feed.ts';

/** What was asked for within that time is not let go of for another one. */
const idleMs = 60_000;

/** A feed does not fit in beside those that are in use. */
export class FeedTooLarge extends Error {}

/**
 * Makes room for a feed of so many bytes: lets go of those that were not asked for lately, the
 * longest first. Throws `FeedTooLarge` where that does not do.
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
