// What is stored of a pull: from where, when, and how the file is read.
import type { PullInput } from '@attune/contract';
import type { PullSchedule } from '@attune/core';
import type { Place } from './sources/source.ts';
import type { PullRow } from './store.ts';

export interface PullSettings extends Place {
  readonly schedule: PullSchedule;
  readonly reading: NonNullable<PullInput['reading']>;
  readonly allowShrink: boolean;
  /** None: the file is the whole feed. */
  readonly onlyColumns: string[];
  /** Credentials in the query of `url`, which has *** in their places. */
  readonly sealedQuery?: string;
}

export const settingsOf = ({ settings }: Pick<PullRow, 'settings'>): PullSettings => ({
  onlyColumns: [],
  ...JSON.parse(settings),
});
