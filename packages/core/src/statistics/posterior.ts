// Knows what is believed of each variation: as a curve over the values that it may have.

import type { Conversions } from './compare-rates.ts';
import type { Estimate } from './moments.ts';
import { betaDensity, normalDensity } from './special.ts';

/** A belief about one variation: where it lies, and how dense it is there. */
export interface Posterior {
  readonly mean: number;
  readonly deviation: number;
  readonly from: number;
  readonly to: number;
  readonly density: (value: number) => number;
}

/** Of a rate: Beta(1 + active, 1 + inactive), from the uniform prior. */
export function ratePosterior({ users, active }: Conversions): Posterior {
  const [a, b] = [1 + active, 1 + users - active];
  const total = a + b;
  return {
    mean: a / total,
    deviation: Math.sqrt(((a / total) * (b / total)) / (total + 1)),
    from: 0,
    to: 1,
    density: betaDensity(a, b),
  };
}

/**
 * Of means: normal, from a prior that is worth one user (Kass and Wasserman 1995).
 *
 * The prior has the mean of all, and the variance of one user's outcome, taken as the mean one of
 * the variations. Without any spread, means are taken to be known to a billionth.
 */
export function meanPosteriors(estimates: readonly Estimate[]): Posterior[] {
  const information = estimates.reduce((sum, each) => sum + each.information, 0);
  const known = Math.max(information, 1);
  const mean = estimates.reduce((sum, each) => sum + each.mean * each.information, 0) / known;
  const spread =
    estimates.reduce((sum, each) => sum + each.variance * each.information ** 2, 0) / known;
  const least = 1e-9 * Math.max(1, ...estimates.map((each) => Math.abs(each.mean)));
  return estimates.map((each) => {
    const worth = each.information + 1;
    const deviation = Math.sqrt(each.variance * each.information ** 2 + spread) / worth;
    return normalPosterior(
      (each.mean * each.information + mean) / worth,
      Math.max(deviation, least),
    );
  });
}

/** A belief that is a normal curve. */
export function normalPosterior(mean: number, deviation: number): Posterior {
  return {
    mean,
    deviation,
    from: -Infinity,
    to: Infinity,
    density: normalDensity(mean, deviation),
  };
}
