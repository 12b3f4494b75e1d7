// Knows what a recommendation is made of.

import type { LostPin } from './pins.ts';
import type { LikedReason } from './row-list.ts';
import type { Dropped } from './trace.ts';

/** What gave a slot its item. */
export type GivenBy = 'pin' | 'step' | 'last-resort';

/** An item in a slot, and why it is there. */
export interface GivenItem {
  readonly slot: number;
  readonly row: number;
  readonly sku: string;
  readonly by: GivenBy;
  /** Which step of the strategy, from 0; -1: none. */
  readonly step: number;
  readonly score: number | null;
  /** The sku of the item that led to it. */
  readonly seed: string | null;
  /** The liked value that led to it. */
  readonly liked?: LikedReason;
  /** With which probability the slot got it, given the slots before; 1 where chance had no say. */
  readonly propensity: number;
  readonly isExplored: boolean;
  /** Columns whose diversity gave way so that the slot is not empty. */
  readonly relaxed: readonly string[];
}

export interface StepTrace {
  readonly step: number;
  readonly method: string;
  /** How many candidates were looked at. */
  readonly candidates: number;
  readonly given: number;
  /** Why it gave nothing, where it did not. */
  readonly note: string | null;
}

export interface RecommendationTrace {
  readonly steps: readonly StepTrace[];
  readonly dropped: readonly Dropped[];
  readonly lostPins: readonly LostPin[];
  /** Items that qualify for slots without rules, as far as they were counted. */
  readonly qualifying: { readonly count: number; readonly isAll: boolean };
}

export interface Recommendation {
  /** By slot; null where nothing is left that qualifies. */
  readonly slots: readonly (GivenItem | null)[];
  readonly trace: RecommendationTrace | null;
}
