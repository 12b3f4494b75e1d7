// What was taken from the database so far, for whoever begins to listen later.
import type { Taken } from '../../../context.ts';

type Hear = (taken: readonly Taken[]) => void;

export interface News {
  readonly tell: Hear;
  /** Hears from now on, and of what was told last of each site at once. */
  readonly onTaken: (hear: Hear) => void;
}

/** Keeps the last that was told of each site, and tells one listener. */
export function keepNews(): News {
  const last = new Map<string, Taken>();
  let hear: Hear | undefined;
  return {
    tell(taken) {
      for (const each of taken) last.set(`${each.what} ${each.siteId}`, each);
      hear?.(taken);
    },
    onTaken(listener) {
      hear = listener;
      hear([...last.values()]);
    },
  };
}
