// Long work in slices: requests run in between.
import { setImmediate } from 'node:timers/promises';

const sliceMs = 3;

export interface Slices {
  /** Has this work had its share of the processor? */
  readonly isDue: () => boolean;
  /** Resolves when everything else that waits has run. Rejects when the work is ended. */
  readonly now: () => Promise<void>;
}

/** Begins a slice, of work that a signal may end. */
export function slices(signal?: AbortSignal): Slices {
  let until = performance.now() + sliceMs;
  return {
    isDue: () => performance.now() >= until,
    async now() {
      await setImmediate();
      signal?.throwIfAborted();
      until = performance.now() + sliceMs;
    },
  };
}
