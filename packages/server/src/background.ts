// Turns: work that no page waits for goes in slices, and steps back while pages are asked for.
import { setImmediate, setTimeout } from 'node:timers/promises';

export interface Turns {
  /** A page is being asked for: a decision, or a profile. */
  readonly pageAsked: () => void;
  /** Gives what tells whether a page was asked for since it was called last. */
  readonly watchPages: () => () => boolean;
  /**
   * Begins work in slices. What it gives is called after each slice, and resolves when the next one
   * may begin: at once when no page was asked for, else after a rest of so many times as long as
   * the slice took, and of so many milliseconds at most.
   */
  readonly begin: (restFactor: number, longestRestMs: number) => () => Promise<void>;
}

/** Few pages are no reason for a long rest: for each, no more than so much of the work counts. */
const countedMsPerPage = 0.3;

/** Milliseconds to rest after work that took so long, during which so many pages were asked for. */
function restAfter(
  tookMs: number,
  pages: number,
  restFactor: number,
  longestRestMs: number,
): number {
  return Math.min(restFactor * Math.min(tookMs, countedMsPerPage * pages), longestRestMs);
}

/** Starts with nobody asking. */
export function createTurns(): Turns {
  let asked = 0;
  return {
    pageAsked: () => {
      asked += 1;
    },
    watchPages: () => {
      let known = asked;
      return () => {
        const wasAsked = asked > known;
        known = asked;
        return wasAsked;
      };
    },
    begin: (restFactor, longestRestMs) => {
      let known = asked;
      let began = performance.now();
      return async () => {
        // Those of the rest before as well: a slice may be shorter than the time between two pages.
        const pages = asked - known;
        known = asked;
        const tookMs = performance.now() - began;
        const restMs = restAfter(tookMs, pages, restFactor, longestRestMs);
        if (restMs === 0) await setImmediate();
        else await setTimeout(Math.ceil(restMs));
        began = performance.now();
      };
    },
  };
}
