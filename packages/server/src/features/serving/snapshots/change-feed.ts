// The revisions that were applied so far, for a listener that may come later.
import type { AppliedRevision } from '../../../context.ts';

type Listener = (applied: readonly AppliedRevision[]) => void;

export interface ChangeFeed {
  readonly notify: Listener;
  /** Notifies the listener from now on, and at once of the last revision of each site. */
  readonly onApplied: (listener: Listener) => void;
}

/** Keeps the last applied revision of each site, and notifies one listener. */
export function createChangeFeed(): ChangeFeed {
  const last = new Map<string, AppliedRevision>();
  let listen: Listener | undefined;
  return {
    notify(applied) {
      for (const each of applied) last.set(`${each.what} ${each.siteId}`, each);
      listen?.(applied);
    },
    onApplied(listener) {
      listen = listener;
      listen([...last.values()]);
    },
  };
}
