// The time that a node was there to work: who waits has no patience to lose while it stood still.

/** Beyond what work does in one go: a gap so long is the machine's, or a collection of garbage. */
const mostMs = 50;

/**
 * A clock for who looks at it at least every few milliseconds while anybody waits. It goes on by
 * 50 ms at most from one look to the next: a node that stood still for a second would otherwise
 * refuse all who waited then, although it is free again to answer them at once.
 */
export function awakeClock(clock: () => number): () => number {
  let seenAt = clock();
  let lostMs = 0;
  return () => {
    const now = clock();
    lostMs += Math.max(now - seenAt - mostMs, 0);
    seenAt = now;
    return now - lostMs;
  };
}
