// What may begin in a turn of the event loop. Pure: times are handed in.
//
// What no page waits for begins in a quiet turn, which has read nothing that a page waits for: the
// loop keeps up with them then. Else a flood of events has a part of each turn, more pages come
// meanwhile, and turns stay long for as long as the flood lasts. After a turn that worked on it,
// the flood rests while pages are asked for: what the database does of it may take from the same
// core. ADR 0011.
import type { Priority } from '@attune/contract';
import { restAfter } from '../turns.ts';

export interface Turn {
  /** A turn begins. */
  readonly begin: (now: number) => void;
  /** What is left of one begins, for those who wait; what it has read has come. */
  readonly beginRemainder: (now: number) => void;
  /** Something has been read. */
  readonly comes: (priority: Priority) => void;
  /** May something that has just been read begin? */
  readonly takes: (priority: Priority, sliceMs: number, now: number) => boolean;
  /** May something that waits? */
  readonly takesWaiting: (priority: Priority, sliceMs: number, now: number) => boolean;
  /** May something be refused that waited for too long? That is work, too. */
  readonly takesRefusal: (priority: Priority, sliceMs: number, now: number) => boolean;
  /** Is what is left one of a quiet turn? */
  readonly isQuiet: () => boolean;
  /** Milliseconds until what no page waits for may begin again. */
  readonly restMs: (now: number) => number;
}

/** Where each turn has read something for a page: what no page waits for has one all the same. */
const busyMs = 20;
/** What began counts as so long at least: a turn does not see how it ends. */
const leastMs = 0.05;
/** What no page waits for is refused for so long after the slice in which it begins. */
const refusalSliceMs = 0.5;
/** Of what no page waits for, after a turn that worked on it while pages were asked for. */
const restFactor = 40;
const longestRestMs = 100;

/** Does a page wait for it? */
export const isForPage = (priority: Priority) =>
  priority === 'choose' || priority === 'userprofile';

/** Starts in a quiet one. */
export function createTurn(): Turn {
  let beganAt = 0;
  let hasPage = false;
  let isQuiet = true;
  let quietAt = 0;
  let workedMs = 0;
  let restsUntil = 0;
  /** Read since the last rest began. */
  let pages = 0;
  const worked = (now: number) => {
    workedMs = Math.max(workedMs, now - beganAt, leastMs);
  };
  const takesInQuiet = (sliceMs: number, now: number) => {
    if (!isQuiet || now < restsUntil) return false;
    const isYoung = now - beganAt < sliceMs;
    // What began before in this turn has gone on until now.
    if (isYoung || workedMs > 0) worked(now);
    return isYoung;
  };
  return {
    begin(now) {
      beganAt = now;
      hasPage = false;
    },
    beginRemainder(now) {
      if (workedMs > 0) {
        const restMs = restAfter(workedMs, pages, restFactor, longestRestMs);
        restsUntil = restMs > 0 ? beganAt + workedMs + restMs : 0;
        workedMs = 0;
        pages = 0;
      }
      beganAt = now;
      isQuiet = !hasPage || now - quietAt >= busyMs;
      if (isQuiet) quietAt = now;
      hasPage = false;
    },
    comes(priority) {
      if (!isForPage(priority)) return;
      hasPage = true;
      pages += 1;
    },
    takes(priority, sliceMs, now) {
      const isYoung = now - beganAt < sliceMs;
      if (isForPage(priority)) return isYoung;
      if (!isYoung || hasPage || now < restsUntil) return false;
      worked(now);
      return true;
    },
    takesWaiting: (priority, sliceMs, now) =>
      isForPage(priority) ? now - beganAt < sliceMs : takesInQuiet(sliceMs, now),
    takesRefusal: (priority, sliceMs, now) =>
      isForPage(priority) || takesInQuiet(sliceMs + refusalSliceMs, now),
    isQuiet: () => isQuiet,
    restMs: (now) => Math.max(restsUntil - now, 0),
  };
}
