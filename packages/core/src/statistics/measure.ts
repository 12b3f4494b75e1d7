// Knows which method answers for which kind of metric: the front door of the statistics.

import { type BestEstimate, estimateBest } from './best.ts';
import { meanInterval } from './boundary.ts';
import { type Comparison, compareMeans } from './compare-means.ts';
import { compareRates, rateInterval } from './compare-rates.ts';
import type {
  Estimate,
  Interval,
  Moments,
  PairMoments,
  WeightedMoments,
  WeightedPairMoments,
} from './moments.ts';
import { adjustByCovariate, linearise, lineariseWeighted } from './pairs.ts';
import { meanPosteriors, ratePosterior } from './posterior.ts';
import { estimateByPropensity } from './propensity.ts';
import { estimateMeans, type Strata } from './strata.ts';

/**
 * Users' outcomes, by how they are to be read.
 *
 * Fixed weights: by stratum (allocation version) and variation. rate: the share of users with an
 * outcome; mean: of y; ratio: sum(y) / sum(x); adjusted: the mean of y by CUPED, where x is known
 * from before the test. Dynamic weights: by variation, each user by 1 / their propensity.
 */
export type Outcomes =
  | { readonly kind: 'rate' | 'mean'; readonly strata: Strata }
  | { readonly kind: 'ratio' | 'adjusted'; readonly strata: Strata<PairMoments> }
  | { readonly kind: 'weighted'; readonly variations: readonly WeightedMoments[] }
  | { readonly kind: 'weighted-ratio'; readonly variations: readonly WeightedPairMoments[] };

/** What a report says of one variation. */
export interface Measured extends BestEstimate {
  readonly value: Interval;
  /** Against the control; null for the control itself. */
  readonly comparison: Comparison | null;
}

/**
 * Measures each variation, in their order, and compares it with the one at the index `control`.
 *
 * Every interval holds at all times together with probability 1 - alpha; one interval, not all of
 * a report's. docs/reference/statistics.md says by which method, and what is guaranteed.
 */
export function measure(outcomes: Outcomes, control: number, alpha = 0.05): Measured[] {
  switch (outcomes.kind) {
    case 'rate':
      return outcomes.strata.length === 1
        ? measureRates(outcomes.strata[0] as readonly Moments[], control, alpha)
        : measureMeans(outcomes.strata, control, alpha);
    case 'mean':
      return measureMeans(outcomes.strata, control, alpha);
    case 'ratio':
      return measureMeans(
        outcomes.strata.map((stratum) => stratum.map(linearise)),
        control,
        alpha,
      );
    case 'adjusted':
      return measureMeans(adjustByCovariate(outcomes.strata).strata, control, alpha);
    case 'weighted':
      return measureWeighted(outcomes.variations, control, alpha);
    case 'weighted-ratio':
      return measureWeighted(outcomes.variations.map(lineariseWeighted), control, alpha);
  }
}

function measureRates(variations: readonly Moments[], control: number, alpha: number): Measured[] {
  const base = variations[control] as Moments;
  const believed = estimateBest(variations.map(ratePosterior));
  return variations.map((each, at) => ({
    value: rateInterval(each, alpha),
    comparison: at === control ? null : compareRates(base, each, alpha),
    ...(believed[at] as BestEstimate),
  }));
}

function measureMeans(strata: Strata, control: number, alpha: number): Measured[] {
  const variations = strata[0]?.map((_, at) => at) ?? [];
  const believed = estimateBest(meanPosteriors(estimateMeans(strata, variations)));
  return variations.map((at) => {
    const [value] = estimateMeans(strata, [at]) as [Estimate];
    const [base, each] = estimateMeans(strata, [control, at]) as [Estimate, Estimate];
    return {
      value: meanInterval(value, alpha),
      comparison: at === control ? null : compareMeans(base, each, alpha),
      ...(believed[at] as BestEstimate),
    };
  });
}

function measureWeighted(
  variations: readonly WeightedMoments[],
  control: number,
  alpha: number,
): Measured[] {
  const estimates = estimateByPropensity(variations);
  const believed = estimateBest(meanPosteriors(estimates));
  return estimates.map((each, at) => ({
    value: meanInterval(each, alpha),
    comparison: at === control ? null : compareMeans(estimates[control] as Estimate, each, alpha),
    ...(believed[at] as BestEstimate),
  }));
}
