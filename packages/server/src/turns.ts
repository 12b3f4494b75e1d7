// Turns: work that no page waits for goes in slices, and steps back while pages are asked for.
import { setImmediate, setTimeout } from 'node:timers/promises';

export interface Turns {
  /** A page is being asked for: a decision, or a profile. */
  readonly pageAsked: () => void;
  /**
   * Begins work in slices. What it gives is called after each slice with the milliseconds that it
   * took, and resolves when the next slice may begin.
   */
  readonly begin: () => (tookMs: number) => Promise<void>;
}

/** While pages are asked for, work rests for so many times as long as it worked. */
const restFactor = 8;

/** Starts with nobody asking. */
export function createTurns(): Turns {
  let asked = 0;
  return {
    pageAsked: () => {
      asked += 1;
    },
    begin: () => {
      let known = asked;
      return async (tookMs) => {
        const isQuiet = asked === known;
        known = asked;
        if (isQuiet) await setImmediate();
        else await setTimeout(Math.ceil(restFactor * tookMs));
      };
    },
  };
}
