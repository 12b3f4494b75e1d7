// Knows which sequence rates are read by: the exact one while conversions are few, then the
// asymptotic one, which is narrower.

import { ACTIVE_NEEDED, meanInterval } from './boundary.ts';
import { type Comparison, compareMeans } from './compare-means.ts';
import { type Conversions, compareRates, rateInterval } from './compare-rates.ts';
import type { Estimate, Interval } from './moments.ts';

/**
 * How alpha is split: the exact sequence may ever be wrong with a fifth of it, the asymptotic one
 * with the rest, so that both together are wrong with alpha at most. Which of them is read goes by
 * counts alone, never by what they say.
 */
const EXACT = 0.2;
const ASYMPTOTIC = 1 - EXACT;

/** The confidence sequence of a rate. */
export const rateAtAnyTime = (conversions: Conversions, alpha: number): Interval =>
  isMany(conversions)
    ? meanInterval(estimateOf(conversions), ASYMPTOTIC * alpha)
    : rateInterval(conversions, EXACT * alpha);

/** Compares two rates at any time. */
export function compareRatesAtAnyTime(
  control: Conversions,
  variation: Conversions,
  alpha: number,
): Comparison {
  const areMany = isMany(control) && isMany(variation);
  const share = areMany ? ASYMPTOTIC : EXACT;
  const compared = areMany
    ? compareMeans(estimateOf(control), estimateOf(variation), share * alpha)
    : compareRates(control, variation, share * alpha);
  return { ...compared, pValue: Math.min(1, compared.pValue / share) };
}

const isMany = ({ users, active }: Conversions): boolean =>
  Math.min(active, users - active) >= ACTIVE_NEEDED;

function estimateOf({ users, active }: Conversions): Estimate {
  const mean = active / users;
  const variance = (mean * (1 - mean)) / (users - 1);
  return { users, active, mean, variance, information: users };
}
