// What a node knows of a feed that somebody has asked for.
import type { Catalogue } from '@attune/core';
import type { FeedKey } from './store.ts';

/** Why a feed is there, or not. */
export type FeedStatus = 'loading' | 'held' | 'too-large';

export interface Held extends FeedKey {
  catalogue: Catalogue | undefined;
  status: FeedStatus;
  /** While it is loaded for the first time: the share that is done. */
  progress: number;
  /** Milliseconds since the epoch. */
  usedAt: number;
  confirmedAt: number | undefined;
  updating: Promise<void> | undefined;
}
