// What all processes of a node have in common, whether there is one of them or several.
import { type BackgroundWork, createBackgroundWork } from '../background.ts';
import { type NodeBuckets, nodeBuckets } from '../buckets.ts';
import { type Live, type LiveView, liveView } from '../log/live.ts';

export interface NodeState {
  readonly live: Live;
  readonly buckets: NodeBuckets;
  readonly background: BackgroundWork;
  /**
   * A key was deleted here. Resolves once the other processes refuse it as well, or do not answer:
   * those that poll the database do within a second.
   */
  readonly keyForgotten: (hash: string) => Promise<void>;
  /** Sets what is done when another process has deleted one. */
  readonly onKeyForgotten: (forget: (hash: string) => Promise<void>) => void;
}

/** That of a process that is the whole node, or the primary one of several. */
export function ownState(): NodeState & { readonly live: LiveView } {
  return {
    live: liveView(Date.now),
    buckets: nodeBuckets(),
    background: createBackgroundWork(),
    keyForgotten: async () => undefined,
    onKeyForgotten: () => undefined,
  };
}
