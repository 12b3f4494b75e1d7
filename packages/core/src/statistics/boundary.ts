// Knows how far from the truth an estimated mean may be, at any time and at all times together.

import { type Estimate, type Interval, interval } from './moments.ts';

/** Users in a comparison at which the sequence is tightest. */
const TIGHTEST_AT = 10_000;

/** Below so many users with an outcome in a variation the asymptotics are not trusted. */
export const ACTIVE_NEEDED = 100;

const ALPHA_OF_TUNING = 0.05;

/** rho squared, tuned for `TIGHTEST_AT` (Waudby-Smith et al. 2024, appendix: choice of rho). */
const RHO_SQUARED =
  (-2 * Math.log(ALPHA_OF_TUNING) + Math.log(1 - 2 * Math.log(ALPHA_OF_TUNING))) / TIGHTEST_AT;

/**
 * How many standard errors the asymptotic confidence sequence reaches to either side.
 *
 * Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas, "Time-uniform central limit theory and asymptotic
 * confidence sequences" (Annals of Statistics 2024), theorem 2.2, divided by sigma / sqrt(t).
 */
export function standardErrorsAllowed(information: number, alpha: number): number {
  const spread = information * RHO_SQUARED;
  return Math.sqrt((1 + 1 / spread) * (Math.log1p(spread) - 2 * Math.log(alpha)));
}

/** The smallest alpha at which the sequence leaves out 0, for an estimate in standard errors. */
export function sequentialPValue(standardErrors: number, information: number): number {
  const spread = information * RHO_SQUARED;
  const evidence = standardErrors ** 2 / (1 + 1 / spread) - Math.log1p(spread);
  return Math.min(1, Math.exp(-evidence / 2));
}

/**
 * The smallest alpha at which the one-sided sequence leaves out 0, for an estimate above it in
 * standard errors; 1 for one below. Proposition B.1 of the same paper.
 */
export function oneSidedPValue(standardErrors: number, information: number): number {
  if (!(standardErrors > 0)) return 1;
  const spread = information * RHO_SQUARED;
  const evidence = standardErrors ** 2 / (1 + 1 / spread) / 2;
  return Math.min(1, Math.sqrt(1 + spread) / (2 * Math.expm1(evidence)));
}

/** The asymptotic confidence sequence of a mean; unbounded until enough users had an outcome. */
export function meanInterval(estimate: Estimate, alpha: number): Interval {
  if (estimate.users === 0) return { estimate: null, low: null, high: null };
  if (estimate.active < ACTIVE_NEEDED) return interval(estimate.mean, -Infinity, Infinity);
  const reach = standardErrorsAllowed(estimate.information, alpha) * Math.sqrt(estimate.variance);
  return interval(estimate.mean, estimate.mean - reach, estimate.mean + reach);
}
