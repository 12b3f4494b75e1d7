// How often long work reports its progress.

import type { BuildOptions } from './builder.ts';

/** Called once for each of `steps`; reports the share that is done a hundred times at most. */
export function progressOf(steps: number, { onProgress }: BuildOptions): () => void {
  if (onProgress === undefined) return () => undefined;
  const every = Math.ceil(steps / 100);
  let done = 0;
  return () => {
    done += 1;
    if (done % every === 0 || done === steps) onProgress(done / steps);
  };
}
