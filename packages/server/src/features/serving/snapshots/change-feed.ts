// The revisions that were applied so far, for a listener that may come later.
import type { Taken } from '../../../context.ts';

type Hear = (taken: readonly Taken[]) => void;

export interface News {
  readonly tell: Hear;
  /** Notifies the listener from now on, and at once of the last revision of each site. */
  readonly onTaken: (hear: Hear) => void;
}

/** Keeps the last applied revision of each site, and notifies one listener. */
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
