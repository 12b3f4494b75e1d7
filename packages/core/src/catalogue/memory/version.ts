// One revision of a feed: which rows of a storage are its items. Never changed once it is made.
import type { Live } from './live.ts';
import type { Storage } from './storage.ts';

export interface Version {
  readonly revision: string;
  readonly storage: Storage;
  readonly live: Live;
  /** Rows of the storage from here on are of later versions. */
  readonly rows: number;
  readonly size: number;
  /** Of each column by number: how many items fill it. */
  readonly fills: readonly number[];
  /** Rows that are in postings and no items any more. */
  readonly gone: number;
}
