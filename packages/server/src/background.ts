// Paces background work: it goes in slices, and rests while pages are requested.
import { setImmediate, setTimeout } from 'node:timers/promises';

export interface BackgroundWork {
  /** In which pages are counted: threads that have it yield to the same pages. */
  readonly memory: SharedArrayBuffer;
  /** Pages request something, a decision or a profile: one, unless it is said how many. */
  readonly pageRequested: (count?: number) => void;
  /** Returns a function that says whether a page was requested since its last call. */
  readonly watchPages: () => () => boolean;
  /**
   * Begins work in slices. Call the returned function after each slice; it resolves when the next
   * one may begin: at once when no page was requested, else after a rest of `restFactor` times as
   * long as the slice took, and of `longestRestMs` at most; it ends early once it is to stop.
   */
  readonly begin: (
    restFactor: number,
    longestRestMs: number,
    stopping?: AbortSignal,
  ) => () => Promise<void>;
}

/** Few pages are no reason for a long rest: for each page, at most so much of the work counts. */
const countedMsPerPage = 0.3;

/** Milliseconds to rest after work that took so long, during which so many pages were requested. */
function restAfter(
  tookMs: number,
  pages: number,
  restFactor: number,
  longestRestMs: number,
): number {
  return Math.min(restFactor * Math.min(tookMs, countedMsPerPage * pages), longestRestMs);
}

/** Starts with the pages that are counted in `memory`; with none in that of its own. */
export function createBackgroundWork(memory = new SharedArrayBuffer(4)): BackgroundWork {
  const counter = new Int32Array(memory);
  const requested = () => Atomics.load(counter, 0);
  return {
    memory,
    pageRequested: (count = 1) => void Atomics.add(counter, 0, count),
    watchPages: () => {
      let counted = requested();
      return () => {
        const now = requested();
        const wasRequested = now !== counted;
        counted = now;
        return wasRequested;
      };
    },
    begin: (restFactor, longestRestMs, signal) => {
      let counted = requested();
      let began = performance.now();
      return async () => {
        // Those of the rest before as well: a slice may be shorter than the time between two pages.
        const now = requested();
        // The counter goes round.
        const pages = (now - counted) | 0;
        counted = now;
        const tookMs = performance.now() - began;
        const restMs = restAfter(tookMs, pages, restFactor, longestRestMs);
        if (restMs === 0) await setImmediate();
        else await setTimeout(Math.ceil(restMs), undefined, { signal }).catch(() => undefined);
        began = performance.now();
      };
    },
  };
}
