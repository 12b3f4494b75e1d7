// Knows how traffic follows what is believed: by the probability to be best, each with a floor.

import { estimateBest } from './best.ts';
import type { Posterior } from './posterior.ts';

/** The share of traffic that is split equally whatever is believed. */
const EXPLORED = 0.1;

/** Buckets of the draw: a weight that is no multiple of one could not be drawn exactly. */
const BUCKETS = 10_000;

/**
 * The weights of Thompson sampling, in whole buckets (they sum to 10,000) and each above 0.
 *
 * A tenth is split equally, so that no propensity is below 0.1 / count (as far as a bucket goes),
 * the rest is the probability to be best. The logged propensity is weight / 10,000. Thompson,
 * "On the likelihood that one unknown probability exceeds another" (Biometrika 1933).
 */
export function thompsonWeights(posteriors: readonly Posterior[]): number[] {
  const count = posteriors.length;
  const shares = estimateBest(posteriors).map(
    ({ best }) => EXPLORED / count + (1 - EXPLORED) * (best ?? 1 / count),
  );
  return inBuckets(shares);
}

/** Rounds shares that sum to 1 to whole buckets, by largest remainders, none to 0. */
function inBuckets(shares: readonly number[]): number[] {
  const weights = shares.map((share) => Math.max(1, Math.floor(share * BUCKETS)));
  const left = BUCKETS - weights.reduce((sum, weight) => sum + weight, 0);
  shares
    .map((share, at) => ({ at, remainder: share * BUCKETS - (weights[at] as number) }))
    .sort((one, other) => other.remainder - one.remainder || one.at - other.at)
    .slice(0, Math.max(0, left))
    .forEach(({ at }) => {
      weights[at] = (weights[at] as number) + 1;
    });
  return weights;
}
