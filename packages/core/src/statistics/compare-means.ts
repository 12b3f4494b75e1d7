// Knows by how much one estimated mean is above another, at any time.

import { ACTIVE_NEEDED, sequentialPValue, standardErrorsAllowed } from './boundary.ts';
import { type Estimate, type Interval, interval } from './moments.ts';

/** A variation against the control. */
export interface Comparison {
  /** Mean of the variation less that of the control. */
  readonly difference: Interval;
  /** The difference as a share of the control's mean; unknown if that is not above 0. */
  readonly uplift: Interval;
  readonly pValue: number;
}

/**
 * Compares two means by an asymptotic confidence sequence of their difference.
 *
 * The uplift holds every ratio r for which 0 is in the sequence of mean - r * control (Fieller
 * 1954), so it leaves out 0 exactly when the difference does, and needs no division by what may
 * be 0. Bounds are unknown until enough users of both had an outcome.
 */
export function compareMeans(control: Estimate, variation: Estimate, alpha: number): Comparison {
  const information = control.information + variation.information;
  const difference = variation.mean - control.mean;
  const error = Math.sqrt(control.variance + variation.variance);
  const isEnough = Math.min(control.active, variation.active) >= ACTIVE_NEEDED;
  // Sums near the bounds of a double may give either without end.
  const isKnown = isEnough && [difference / error, information].every(Number.isFinite);
  const allowed = isKnown ? standardErrorsAllowed(information, alpha) : Number.POSITIVE_INFINITY;
  const reach = isKnown ? allowed * error : Number.POSITIVE_INFINITY;
  return {
    difference: interval(difference, difference - reach, difference + reach),
    uplift: upliftBy(control, variation, allowed),
    pValue: isKnown ? sequentialPValue(difference / error, information) : 1,
  };
}

/** The uplift that lies within so many standard errors, by Fieller. */
export function upliftBy(control: Estimate, variation: Estimate, allowed: number): Interval {
  if (!(control.mean > 0)) return { estimate: null, low: null, high: null };
  const estimate = variation.mean / control.mean - 1;
  const squared = control.mean ** 2 - allowed ** 2 * control.variance;
  if (!(squared > 0)) return interval(estimate, -Infinity, Infinity);
  const middle = control.mean * variation.mean;
  const root =
    allowed * Math.sqrt(variation.variance * squared + control.variance * variation.mean ** 2);
  const [low, high] = [(middle - root) / squared - 1, (middle + root) / squared - 1];
  // The estimate is between them; squares of tiny means have too few digits to say so.
  return interval(estimate, Math.min(low, estimate), Math.max(high, estimate));
}
