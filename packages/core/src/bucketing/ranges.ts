// Knows how shares of traffic become ranges between 0 and 1, so that raising them moves no user.

/** From (included) to (excluded), both between 0 and 1. */
export type BucketRange = readonly [from: number, to: number];

/** Weights may miss the sum of 1 by this much, as published. */
const SUM_TOLERANCE = 0.01;

/** Shares of the same size for a number of variations; none below 1. */
export function equalWeights(count: number): number[] {
  return count < 1 ? [] : new Array<number>(count).fill(1 / count);
}

/**
 * Gives each variation its range: the first `coverage` of the stretch that its weight takes up.
 *
 * A stretch begins where the weights before it end, whatever the coverage, so that raising the
 * coverage only lengthens ranges. Coverage is held to [0, 1]; weights that are not as many as the
 * variations, or do not sum to 1 (within 0.01), are replaced by equal ones.
 */
export function bucketRanges(
  count: number,
  coverage: number,
  weights?: readonly number[] | null,
): BucketRange[] {
  const share = Math.min(Math.max(coverage, 0), 1);
  let start = 0;
  return usableWeights(count, weights).map((weight) => {
    const range: BucketRange = [start, start + share * weight];
    start += weight;
    return range;
  });
}

/** Answers the index of the first range that holds a bucket, or -1. */
export function chooseRange(bucket: number, ranges: readonly BucketRange[]): number {
  for (let at = 0; at < ranges.length; at += 1) {
    const [from, to] = ranges[at] as BucketRange;
    if (bucket >= from && bucket < to) return at;
  }
  return -1;
}

function usableWeights(count: number, weights?: readonly number[] | null): readonly number[] {
  if (!weights || weights.length !== count) return equalWeights(count);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return Math.abs(sum - 1) <= SUM_TOLERANCE ? weights : equalWeights(count);
}
