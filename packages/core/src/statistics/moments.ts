// Knows the sums over users from which every report is made, and what they say of a mean.

/** What is known of the users of one variation, each counted once, outcome `y` each. */
export interface Moments {
  readonly users: number;
  /** Users whose outcome is not 0: for a rate, those who converted. */
  readonly active: number;
  /** Sum of y. */
  readonly sum: number;
  /** Sum of y squared. */
  readonly squares: number;
}

/** The same with a second number `x` a user: a ratio's denominator, or a pre-period covariate. */
export interface PairMoments extends Moments {
  /** Sum of x. */
  readonly otherSum: number;
  /** Sum of x squared. */
  readonly otherSquares: number;
  /** Sum of x times y. */
  readonly products: number;
}

/** Sums under dynamic weights: `w` is 1 / the propensity that was logged for the user. */
export interface WeightedMoments {
  readonly users: number;
  readonly active: number;
  /** Sum of w. */
  readonly weights: number;
  /** Sum of w squared. */
  readonly weightSquares: number;
  /** Sum of w y. */
  readonly sum: number;
  /** Sum of w squared times y. */
  readonly squaredWeightSum: number;
  /** Sum of w squared times y squared. */
  readonly squares: number;
}

/** The same with a ratio's denominator `x`. */
export interface WeightedPairMoments extends WeightedMoments {
  /** Sum of w x. */
  readonly otherSum: number;
  /** Sum of w squared times x. */
  readonly squaredWeightOtherSum: number;
  /** Sum of w squared times x squared. */
  readonly otherSquares: number;
  /** Sum of w squared times x y. */
  readonly products: number;
}

/** An estimated mean, however it was come by: plain, stratified, adjusted, weighted. */
export interface Estimate {
  readonly users: number;
  readonly active: number;
  readonly mean: number;
  /** Of the estimate itself: the square of its standard error. */
  readonly variance: number;
  /** Users' worth of data; under dynamic weights, the intrinsic time of the sequence. */
  readonly information: number;
}

/** A number with its bounds; null is unknown (estimate) or unbounded (low, high). */
export interface Interval {
  readonly estimate: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** An interval whose numbers that are not finite are null. */
export function interval(estimate: number, low: number, high: number): Interval {
  return { estimate: finite(estimate), low: finite(low), high: finite(high) };
}

/** The mean of y; 0 without users. */
export const meanOf = (moments: Moments): number =>
  moments.users > 0 ? moments.sum / moments.users : 0;

/** The unbiased sample variance of y, from 0; 0 with fewer than two users. */
export function varianceOf(moments: Moments): number {
  return centred(moments.users, moments.squares, moments.sum, moments.sum);
}

/** (sum of products - product of sums / n) / (n - 1), as a variance not below 0. */
function centred(users: number, squares: number, sum: number, other: number): number {
  return users > 1 ? Math.max(0, (squares - (sum / users) * other) / (users - 1)) : 0;
}

function finite(number: number): number | null {
  return Number.isFinite(number) ? number : null;
}
