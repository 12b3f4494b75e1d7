// Knows what means are when the weights followed the outcomes: each user counts 1 / propensity.

import type { Estimate, WeightedMoments } from './moments.ts';

/**
 * Estimates each variation's mean over all users, though weights moved while they came.
 *
 * The self-normalised inverse-propensity estimate sum(w y) / sum(w). Its terms w (y - mean) are
 * martingale differences as long as each propensity depended on earlier outcomes only, so that the
 * asymptotic sequence holds for them: Waudby-Smith, Wu, Ramdas, Karampatziakis, Mineiro,
 * "Anytime-valid off-policy inference for contextual bandits" (2024).
 * Intrinsic time is the sum of squared weights, in users under equal shares.
 */
export function estimateByPropensity(variations: readonly WeightedMoments[]): Estimate[] {
  return variations.map((each) => {
    const { users, active, weights, weightSquares } = each;
    if (users < 2 || !(weights > 0)) {
      return { users, active: 0, mean: 0, variance: 0, information: 0 };
    }
    const mean = each.sum / weights;
    const residuals = each.squares - 2 * mean * each.squaredWeightSum + mean ** 2 * weightSquares;
    return {
      users,
      active,
      mean,
      variance: ((Math.max(0, residuals) / weights ** 2) * users) / (users - 1),
      information: weightSquares / variations.length ** 2,
    };
  });
}
