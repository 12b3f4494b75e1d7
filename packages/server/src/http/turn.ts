// What may begin in a turn of the event loop. Pure: times are handed in.
//
// What no page waits for begins in a quiet turn, which has read nothing that a page waits for: the
// loop keeps up with them then. Else a flood of events has a part of each turn, more pages come
// meanwhile, and turns stay long for as long as the flood lasts. ADR 0011.
import type { Priority } from '@attune/contract';

export interface Turn {
  /** A turn begins. */
  readonly begin: (now: number) => void;
  /** What is left of one begins, for those who wait; what it has read has come. */
  readonly beginRest: (now: number) => void;
  /** Something has been read. */
  readonly comes: (priority: Priority) => void;
  /** May something that has just been read begin? */
  readonly takes: (priority: Priority, sliceMs: number, now: number) => boolean;
  /** May something that waits? */
  readonly takesWaiting: (priority: Priority, sliceMs: number, now: number) => boolean;
  /** Is the rest one of a quiet turn? */
  readonly isQuiet: () => boolean;
}

/** Where each turn has read something for a page: what no page waits for has one all the same. */
const restMs = 20;

/** Does a page wait for it? */
export const isForPage = (priority: Priority) =>
  priority === 'choose' || priority === 'userprofile';

/** Starts in a quiet one. */
export function createTurn(): Turn {
  let beganAt = 0;
  let hasPage = false;
  let isQuiet = true;
  let quietAt = 0;
  return {
    begin(now) {
      beganAt = now;
      hasPage = false;
    },
    beginRest(now) {
      beganAt = now;
      isQuiet = !hasPage || now - quietAt >= restMs;
      if (isQuiet) quietAt = now;
      hasPage = false;
    },
    comes(priority) {
      hasPage ||= isForPage(priority);
    },
    takes: (priority, sliceMs, now) => now - beganAt < sliceMs && (!hasPage || isForPage(priority)),
    takesWaiting: (priority, sliceMs, now) =>
      now - beganAt < sliceMs && (isQuiet || isForPage(priority)),
    isQuiet: () => isQuiet,
  };
}
