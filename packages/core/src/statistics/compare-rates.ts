// Knows what conversion rates may be, and how far apart two of them are, at any time, exactly.

import type { Comparison } from './compare-means.ts';
import { type Interval, interval, type Moments } from './moments.ts';
import { cross, minimise } from './search.ts';
import { logGamma } from './special.ts';

/** How sure the mixture is of each candidate rate, in users: tightest at about five times that. */
const PRIOR_USERS = 1_000;

/** Of moments, those that a rate needs: it is active / users. */
export type Conversions = Pick<Moments, 'users' | 'active'>;

/**
 * The confidence sequence of a rate: whichever rates the evidence does not speak against.
 *
 * Sub-Bernoulli with a beta mixture: Howard, Ramdas, McAuliffe, Sekhon, "Time-uniform,
 * nonparametric, nonasymptotic confidence sequences" (Annals of Statistics 2021), proposition 7.
 * Holds at every number of users, none too small.
 */
export function rateInterval(conversions: Conversions, alpha: number): Interval {
  if (conversions.users === 0) return { estimate: null, low: null, high: null };
  const evidence = evidenceAgainst(conversions);
  const rate = rateOf(conversions);
  const step = deviationOf(conversions);
  const excess = (candidate: number): number => evidence(candidate) + Math.log(alpha);
  return { estimate: rate, low: cross(excess, rate, 0, step), high: cross(excess, rate, 1, step) };
}

/**
 * Compares two rates by what both variations' evidence allows together.
 *
 * For the true pair of rates the product of the two mixtures is a martingale from 1, so that it
 * ever reaches 1 / alpha with probability alpha at most (Ville). The pairs below 1 / alpha are a
 * convex set; the difference and the uplift are its extremes.
 */
export function compareRates(
  control: Conversions,
  variation: Conversions,
  alpha: number,
): Comparison {
  if (control.users === 0 || variation.users === 0) {
    const nothing = { estimate: null, low: null, high: null };
    return { difference: nothing, uplift: nothing, pValue: 1 };
  }
  const limit = -Math.log(alpha);
  const [base, rate] = [rateOf(control), rateOf(variation)];
  const highest = extremes(control, variation, limit);
  const lowest = extremes(variation, control, limit);
  return {
    difference: { estimate: rate - base, low: -lowest.difference, high: highest.difference },
    uplift: interval(
      base > 0 ? rate / base - 1 : Number.NaN,
      1 / lowest.ratio - 1,
      highest.ratio - 1,
    ),
    pValue: noDifference(control, variation),
  };
}

/**
 * The log of the mixture martingale of a candidate rate: convex, and at most 0 at its least.
 *
 * ln of Beta(m p + s, m (1 - p) + n - s) / Beta(m p, m (1 - p)) / (p^s (1 - p)^(n - s)), where m is
 * the prior's worth in users.
 */
export function evidenceAgainst(
  { users, active }: Conversions,
  priorUsers = PRIOR_USERS,
): (rate: number) => number {
  const inactive = users - active;
  const whole = logRise(priorUsers, users);
  return (rate) => {
    let evidence = -whole;
    if (active > 0) evidence += logRise(priorUsers * rate, active) - active * Math.log(rate);
    if (inactive > 0) {
      evidence += logRise(priorUsers * (1 - rate), inactive) - inactive * Math.log1p(-rate);
    }
    return Number.isNaN(evidence) ? Infinity : evidence;
  };
}

/** ln of x (x + 1) ... (x + count - 1). */
const logRise = (x: number, count: number): number => logGamma(x + count) - logGamma(x);

const rateOf = ({ users, active }: Conversions): number => active / users;

/** The rate against which there is least evidence; sought by angle, so that rare ones are found. */
function leastAt(evidence: (rate: number) => number): number {
  return Math.sin(minimise((angle) => evidence(Math.sin(angle) ** 2), 0, Math.PI / 2, 42)) ** 2;
}

/** About its standard error, and never 0. */
const deviationOf = ({ users, active }: Conversions): number =>
  Math.sqrt((active + 1) * (users - active + 1)) / (users + 2) / Math.sqrt(users + 2);

/** The most that the variation may be above the control, as a difference and as a ratio. */
function extremes(control: Conversions, variation: Conversions, limit: number) {
  const [against, other] = [evidenceAgainst(control), evidenceAgainst(variation)];
  const [middle, otherMiddle] = [leastAt(against), leastAt(other)];
  const least = other(otherMiddle);
  const lowest = cross((rate) => against(rate) + least - limit, middle, 0, deviationOf(control));
  const step = deviationOf(variation);
  const highestFor = (base: number): number => {
    const left = limit - against(base);
    return cross((rate) => other(rate) - left, otherMiddle, 1, step);
  };
  const apart = minimise((base) => base - highestFor(base), lowest, middle, 24);
  const times = minimise((base) => -highestFor(base) / base, lowest, middle, 24);
  const isUnbounded = lowest * control.users < 1e-6;
  return {
    difference: highestFor(apart) - apart,
    ratio: isUnbounded ? Infinity : highestFor(times) / times,
  };
}

/** The sequential p-value of two equal rates, whichever they are. */
export function noDifference(control: Conversions, variation: Conversions): number {
  const [against, other] = [evidenceAgainst(control), evidenceAgainst(variation)];
  const both = (rate: number): number => against(rate) + other(rate);
  return Math.min(1, Math.exp(-both(leastAt(both))));
}
