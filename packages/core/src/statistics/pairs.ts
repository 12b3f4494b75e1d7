// Knows how a second number a user carries becomes moments of one: ratios, and CUPED.

import {
  type Moments,
  meanOf,
  type PairMoments,
  varianceOf,
  type WeightedMoments,
  type WeightedPairMoments,
} from './moments.ts';
import type { Strata } from './strata.ts';

/** What CUPED made of the moments, and by how much it narrowed them. */
export interface Adjusted {
  /** The slope of the outcome on the covariate. */
  readonly theta: number;
  /** The squared correlation; the variance of a mean falls to 1 - this. */
  readonly explained: number;
  /** As they came in, of y - theta (x - mean of x). */
  readonly strata: Moments[][];
}

/**
 * Takes a variation's ratio sum(y) / sum(x) as the mean of its linearisation, by the delta method.
 *
 * z = R + (y - R x) / mean(x), of which the mean is R and the variance that of R's estimate times
 * the users. Deng, Knoblich, Lu, "Applying the Delta Method in Metric Analytics" (KDD 2018).
 * Without any denominator it says that no users are known.
 */
export function linearise(pair: PairMoments): Moments {
  if (!(pair.otherSum > 0)) return { users: 0, active: 0, sum: 0, squares: 0 };
  const ratio = pair.sum / pair.otherSum;
  const size = pair.otherSum / pair.users;
  const residuals = pair.squares - 2 * ratio * pair.products + ratio ** 2 * pair.otherSquares;
  return {
    users: pair.users,
    active: pair.active,
    sum: ratio * pair.users,
    squares: Math.max(0, residuals) / size ** 2 + ratio ** 2 * pair.users,
  };
}

/** Does the same under dynamic weights, with R = sum(w y) / sum(w x). */
export function lineariseWeighted(pair: WeightedPairMoments): WeightedMoments {
  const { users, active, weights, weightSquares } = pair;
  if (!(pair.otherSum > 0)) {
    return {
      users: 0,
      active: 0,
      weights: 0,
      weightSquares: 0,
      sum: 0,
      squaredWeightSum: 0,
      squares: 0,
    };
  }
  const ratio = pair.sum / pair.otherSum;
  const size = pair.otherSum / weights;
  const residual = (pair.squaredWeightSum - ratio * pair.squaredWeightOtherSum) / size;
  const residuals =
    (pair.squares - 2 * ratio * pair.products + ratio ** 2 * pair.otherSquares) / size ** 2;
  return {
    users,
    active,
    weights,
    weightSquares,
    sum: ratio * weights,
    squaredWeightSum: ratio * weightSquares + residual,
    squares: ratio ** 2 * weightSquares + 2 * ratio * residual + Math.max(0, residuals),
  };
}

/**
 * Takes from the outcomes what a number known before the test says about them.
 *
 * Deng, Xu, Kohavi, Walker, "Improving the Sensitivity of Online Controlled Experiments by
 * Utilizing Pre-Experiment Data" (WSDM 2013), equations 4 and 5. theta is one for all variations,
 * from what varies within them. `strata[k][v]` as for `estimateMeans`.
 */
export function adjustByCovariate(strata: Strata<PairMoments>): Adjusted {
  const all = strata.flat();
  const within = all.map(spreadOf);
  const total = { own: 0, other: 0, both: 0 };
  for (const { own, other, both } of within) {
    total.own += own;
    total.other += other;
    total.both += both;
  }
  const theta = total.other > 0 ? total.both / total.other : 0;
  const explained = total.own > 0 ? Math.min(1, (theta * total.both) / total.own) : 0;
  const users = all.reduce((sum, each) => sum + each.users, 0);
  const centre = users > 0 ? all.reduce((sum, each) => sum + each.otherSum, 0) / users : 0;
  return {
    theta,
    explained,
    strata: strata.map((stratum) => stratum.map((pair) => adjust(pair, theta, centre))),
  };
}

function adjust(pair: PairMoments, theta: number, centre: number): Moments {
  const { users, active } = pair;
  if (users === 0) return { users, active, sum: 0, squares: 0 };
  const mean = meanOf(pair) - theta * (pair.otherSum / users - centre);
  const { own, other, both } = spreadOf(pair);
  const spread = Math.max(0, own - 2 * theta * both + theta ** 2 * other);
  return { users, active, sum: mean * users, squares: spread + mean ** 2 * users };
}

/** Sums of squares and products around the means. */
function spreadOf(pair: PairMoments): { own: number; other: number; both: number } {
  const users = Math.max(1, pair.users);
  const other = { users, active: 0, sum: pair.otherSum, squares: pair.otherSquares };
  return {
    own: varianceOf(pair) * (users - 1),
    other: varianceOf(other) * (users - 1),
    both: pair.products - (pair.sum / users) * pair.otherSum,
  };
}
