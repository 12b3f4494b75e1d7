// Knows which method answers for which kind of metric: the front door of the statistics.

import { type BestEstimate, estimateBest } from './best.ts';
import { meanInterval } from './boundary.ts';
import { type Comparison, compareMeans } from './compare-means.ts';
import { compareOnce, meanOnce, type OnceBy, rateOnce } from './compare-once.ts';
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
import { compareRatesAtAnyTime, rateAtAnyTime } from './rates-at-any-time.ts';
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

/** When a test is looked at: as often as one likes, or once, when it was planned to be. */
export type Look = 'any-time' | 'once';

/**
 * Measures each variation, in their order, and compares it with the one at the index `control`.
 *
 * Looked at any time, every interval holds at all times together with probability 1 - alpha; looked
 * at once, at that look. One interval, not all of a report's. docs/reference/statistics.md says by
 * which method, and what is guaranteed. Under dynamic weights there is no single look.
 */
export function measure(
  outcomes: Outcomes,
  control: number,
  alpha = 0.05,
  look: Look = 'any-time',
): Measured[] {
  switch (outcomes.kind) {
    case 'rate':
      return measureRates(outcomes.strata, control, alpha, look);
    case 'mean':
      return measureMeans(outcomes.strata, control, methodOf(alpha, look, 'welch'));
    case 'ratio':
      return measureMeans(
        outcomes.strata.map((stratum) => stratum.map(linearise)),
        control,
        methodOf(alpha, look, 'welch'),
      );
    case 'adjusted':
      return measureMeans(
        adjustByCovariate(outcomes.strata).strata,
        control,
        methodOf(alpha, look, 'welch'),
      );
    case 'weighted':
      return measureWeighted(outcomes.variations, control, alpha);
    case 'weighted-ratio':
      return measureWeighted(outcomes.variations.map(lineariseWeighted), control, alpha);
  }
}

/** How means are judged. */
interface Method {
  readonly own: (value: Estimate) => Interval;
  readonly compare: (control: Estimate, variation: Estimate) => Comparison;
}

const methodOf = (alpha: number, look: Look, by: OnceBy): Method =>
  look === 'once'
    ? {
        own: (value) => meanOnce(value, alpha),
        compare: (control, variation) => compareOnce(control, variation, alpha, by),
      }
    : {
        own: (value) => meanInterval(value, alpha),
        compare: (control, variation) => compareMeans(control, variation, alpha),
      };

function measureRates(strata: Strata, control: number, alpha: number, look: Look): Measured[] {
  const means = measureMeans(strata, control, methodOf(alpha, look, 'z'));
  const [variations] = strata;
  // Rates of several strata are means over them.
  if (strata.length !== 1 || variations === undefined) return means;
  const base = variations[control] as Moments;
  const believed = estimateBest(variations.map(ratePosterior));
  return variations.map((each, at) => ({
    value: look === 'once' ? rateOnce(each, alpha) : rateAtAnyTime(each, alpha),
    comparison:
      at === control || look === 'once'
        ? (means[at]?.comparison ?? null)
        : compareRatesAtAnyTime(base, each, alpha),
    ...(believed[at] as BestEstimate),
  }));
}

function measureMeans(strata: Strata, control: number, { own, compare }: Method): Measured[] {
  const variations = strata[0]?.map((_, at) => at) ?? [];
  const believed = estimateBest(meanPosteriors(estimateMeans(strata, variations)));
  return variations.map((at) => {
    const [value] = estimateMeans(strata, [at]) as [Estimate];
    const [base, each] = estimateMeans(strata, [control, at]) as [Estimate, Estimate];
    return {
      value: own(value),
      comparison: at === control ? null : compare(base, each),
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
