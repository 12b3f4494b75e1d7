// Turns: work that no page waits for goes in slices, and steps back while pages are asked for.
import { setImmediate, setTimeout } from 'node:timers/promises';

export interface Turns {
  /** A page is being asked for: a decision, or a profile. */
  readonly pageAsked: () => void;
  /**
   * Begins work in slices. What it gives is called after each slice, and resolves when the next one
   * may begin: at once when no page was asked for, else after a rest of at most so long.
   */
  readonly begin: (longestRestMs?: number) => () => Promise<void>;
}

/** Work rests for so many times as long as it took: it has a ninth of what pages leave. */
const restFactor = 8;
/** Few pages are no reason for a long rest: for each, no more than so much of the work counts. */
const countedMsPerPage = 0.3;
/** A slice may have waited for who sends it its work: that is no reason for more. */
const usualLongestRestMs = 400;

/** Starts with nobody asking. */
export function createTurns(): Turns {
  let asked = 0;
  return {
    pageAsked: () => {
      asked += 1;
    },
    begin: (longestRestMs = usualLongestRestMs) => {
      let known = asked;
      let began = performance.now();
      return async () => {
        const pages = asked - known;
        const tookMs = performance.now() - began;
        const restMs = restFactor * Math.min(tookMs, countedMsPerPage * pages);
        if (restMs === 0) await setImmediate();
        else await setTimeout(Math.ceil(Math.min(restMs, longestRestMs)));
        known = asked;
        began = performance.now();
      };
    },
  };
}
