// Long work in slices: requests have their turn in between.
import { setImmediate } from 'node:timers/promises';

const usualMs = 3;

export interface Slices {
  /** Has this work had its share of the processor? */
  readonly isDue: () => boolean;
  /** Resolves when everything else that waits has had its turn. Rejects when the work is ended. */
  readonly now: () => Promise<void>;
}

export interface SliceOptions {
  /** Of a slice; 3 by default. */
  readonly ms?: number;
  /** Resolves when the next slice may begin (see `Turns.begin`): at once by default. */
  readonly rest?: () => Promise<void>;
}

/** Begins a slice. */
export function slices(
  signal: AbortSignal,
  { ms = usualMs, rest = setImmediate }: SliceOptions = {},
): Slices {
  let until = performance.now() + ms;
  return {
    isDue: () => performance.now() >= until,
    async now() {
      await rest();
      signal.throwIfAborted();
      until = performance.now() + ms;
    },
  };
}
