// How much may wait in the inbox: beyond that nothing is accepted until workers have made room.
import { ApiError } from '../../../../../api-error.ts';
import type { Db } from '../../../../../db/schema.ts';
import { selectInboxBytes } from './store.ts';

/** How often the size is read while something is accepted. */
const lookMs = 1_000;
/** A look that takes long, since much waits, is followed by a pause of so many times as long. */
const pauseFactor = 20;
/** What was seen counts for so long: the first request after quiet hours is not refused for it. */
const countsMs = 10_000;

/** The error of an inbox that is full. */
export const inboxFull = () =>
  new ApiError('overloaded', 'More events wait than may; send these again later.', {
    headers: { 'retry-after': '5' },
  });

/**
 * Returns a function that says whether so many bytes wait, or more: as it was last seen, which is a
 * second ago while it is called.
 */
export function watchCapacity(db: Db, mostBytes: number): () => boolean {
  if (mostBytes === Infinity) return () => false;
  const now = () => performance.now();
  let wasFull = false;
  let lookedAt = -Infinity;
  let nextAt = -Infinity;

  async function look(): Promise<void> {
    const began = now();
    nextAt = Infinity;
    try {
      wasFull = (await selectInboxBytes(db, mostBytes)) >= mostBytes;
      lookedAt = now();
    } catch {
      // What is accepted fails by itself then, and says why.
    }
    nextAt = began + Math.max(lookMs, pauseFactor * (now() - began));
  }

  return () => {
    if (now() >= nextAt) void look();
    return wasFull && now() - lookedAt < countsMs;
  };
}
