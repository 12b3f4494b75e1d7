// Knows what a test says as a whole: ship, go back, go on, no difference, or do not trust it.

import { standardErrorsAllowed } from './boundary.ts';
import type { Interval } from './moments.ts';

/** A variation against the control by the primary metric, corrected for all that is compared. */
export interface Corrected {
  readonly id: number;
  /** Adjusted by Holm over variations and metrics. */
  readonly pValue: number;
  /** At alpha over the number of comparisons, so that all hold together. */
  readonly uplift: Interval;
  /** Users of it who count. */
  readonly users: number;
}

/** What a verdict stands on. */
export interface VerdictFacts {
  readonly isRatioSuspect: boolean;
  readonly better: 'higher' | 'lower';
  readonly alpha: number;
  readonly variations: readonly Corrected[];
  /** Of a planned test: whether its look has come. */
  readonly look: 'any-time' | 'once' | 'not-yet';
  /** Least change that matters, as a share of the control's number. */
  readonly minimumEffect: number;
}

/**
 * What to do. ship: this variation; revert: all are worse than the control; no-difference: none
 * differs by more than `largest`, a share of the control's number; continue: until `users` of each
 * variation count at the current estimate, null where nothing says how many; broken: see the
 * sample ratio.
 */
export type VerdictReached =
  | { readonly kind: 'broken' | 'revert' }
  | { readonly kind: 'ship'; readonly variation: number }
  | { readonly kind: 'no-difference'; readonly largest: number }
  | { readonly kind: 'continue'; readonly users: number | null };

/** Reaches the verdict of one experience. */
export function reachVerdict(facts: VerdictFacts): VerdictReached {
  const { isRatioSuspect, variations, alpha, look, minimumEffect } = facts;
  if (isRatioSuspect) return { kind: 'broken' };
  if (look === 'not-yet') return { kind: 'continue', users: null };
  const sign = facts.better === 'higher' ? 1 : -1;
  const called = variations.filter(({ pValue }) => pValue <= alpha);
  const gainOf = ({ uplift }: Corrected) => sign * (uplift.estimate ?? 0);
  const [best] = called.filter((one) => gainOf(one) > 0).sort((a, b) => gainOf(b) - gainOf(a));
  if (best) return { kind: 'ship', variation: best.id };
  if (variations.length > 0 && called.length === variations.length) return { kind: 'revert' };
  const open = variations.filter((one) => !called.includes(one));
  const largest = Math.max(...open.map(({ uplift }) => farthest(uplift)));
  const isSmall = look === 'once' ? Number.isFinite(largest) : largest <= minimumEffect;
  if (open.length > 0 && isSmall) return { kind: 'no-difference', largest };
  return { kind: 'continue', users: look === 'once' ? null : usersToTell(open, facts) };
}

/** How far from 0 an interval reaches; infinite without bounds. */
const farthest = ({ low, high }: Interval): number =>
  low === null || high === null ? Number.POSITIVE_INFINITY : Math.max(-low, high);

/**
 * Users of each variation at which the widest sequence leaves out 0, or lies within the least
 * change that matters, if estimates stay as they are.
 */
function usersToTell(
  open: readonly Corrected[],
  { alpha, variations, minimumEffect }: VerdictFacts,
): number | null {
  const own = alpha / Math.max(1, variations.length);
  const needed = open.map(({ uplift: { estimate, low, high }, users }) => {
    if (estimate === null || low === null || high === null || users === 0) return Infinity;
    const size = Math.abs(estimate);
    const target = Math.max(size, minimumEffect - size);
    const reachAt = (count: number) =>
      (((high - low) / 2) * standardErrorsAllowed(2 * count, own) * Math.sqrt(users / count)) /
      standardErrorsAllowed(2 * users, own);
    let count = users;
    while (reachAt(count) > target && count < 1e12) count *= 1.02;
    return count;
  });
  const most = Math.max(0, ...needed);
  return Number.isFinite(most) && most < 1e12 ? Math.ceil(most) : null;
}
