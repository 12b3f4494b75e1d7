// Knows by how much one mean is above another at the one look of a test that was planned.

import { type Comparison, upliftBy } from './compare-means.ts';
import type { Conversions } from './compare-rates.ts';
import { type Estimate, type Interval, interval } from './moments.ts';
import { normalQuantile, studentQuantile, studentTail } from './tails.ts';

/** Rates are compared by z, other means by Welch's t. */
export type OnceBy = 'z' | 'welch';

/** Users with an outcome in each variation, below which a normal curve is not trusted. */
const activeNeeded: { readonly [By in OnceBy]: number } = { z: 10, welch: 100 };

/**
 * Compares two means at one look.
 *
 * z: the test of two proportions, each with its own variance, so that the interval leaves out 0
 * exactly where the p-value is at most alpha. welch: Welch, "The generalization of 'Student's'
 * problem" (Biometrika 1947), with Satterthwaite's degrees of freedom. The uplift is Fieller's.
 */
export function compareOnce(
  control: Estimate,
  variation: Estimate,
  alpha: number,
  by: OnceBy,
): Comparison {
  const difference = variation.mean - control.mean;
  const error = Math.sqrt(control.variance + variation.variance);
  const isEnough = Math.min(control.active, variation.active) >= activeNeeded[by];
  const isKnown = isEnough && Number.isFinite(difference / error);
  const degrees = by === 'z' ? Number.POSITIVE_INFINITY : degreesOf(control, variation);
  const allowed = isKnown ? studentQuantile(alpha / 2, degrees) : Number.POSITIVE_INFINITY;
  const reach = isKnown ? allowed * error : Number.POSITIVE_INFINITY;
  return {
    difference: interval(difference, difference - reach, difference + reach),
    uplift: upliftBy(control, variation, allowed),
    pValue: isKnown ? 2 * studentTail(Math.abs(difference / error), degrees) : 1,
  };
}

/** Welch and Satterthwaite's degrees of freedom. */
function degreesOf(...both: readonly Estimate[]): number {
  const total = both.reduce((sum, { variance }) => sum + variance, 0);
  const parts = both.reduce((sum, one) => sum + one.variance ** 2 / (one.information - 1), 0);
  return parts > 0 ? total ** 2 / parts : Number.POSITIVE_INFINITY;
}

/** The interval of a mean at one look; unbounded until enough users had an outcome. */
export function meanOnce(estimate: Estimate, alpha: number): Interval {
  if (estimate.users === 0) return { estimate: null, low: null, high: null };
  const isEnough = estimate.active >= activeNeeded.welch;
  const allowed = isEnough ? studentQuantile(alpha / 2, estimate.information - 1) : Infinity;
  const reach = isEnough ? allowed * Math.sqrt(estimate.variance) : Infinity;
  return interval(estimate.mean, estimate.mean - reach, estimate.mean + reach);
}

/** The interval of a rate at one look: Wilson, J. American Statistical Association 22 (1927). */
export function rateOnce({ users, active }: Conversions, alpha: number): Interval {
  if (users === 0) return { estimate: null, low: null, high: null };
  const z = normalQuantile(alpha / 2);
  const rate = active / users;
  const spread = z ** 2 / users;
  const middle = (rate + spread / 2) / (1 + spread);
  const reach = (Math.sqrt(rate * (1 - rate) + spread / 4) * Math.sqrt(spread)) / (1 + spread);
  return interval(rate, Math.max(0, middle - reach), Math.min(1, middle + reach));
}
