// Knows how many users a test needs, and how many days they take to come.

import { standardErrorsAllowed } from './boundary.ts';
import type { Look } from './measure.ts';
import { normalQuantile, normalTail } from './tails.ts';

/** What is known of a metric before a test: of one user's number. */
export interface BaseRate {
  readonly mean: number;
  readonly variance: number;
  readonly isRate: boolean;
}

/** How sure a test is to be. */
export interface Aim {
  /** The least change to be found, as a share of the mean: 0.05. */
  readonly effect: number;
  /** The chance to find it. */
  readonly power: number;
  readonly alpha: number;
  /** Variations besides the control, times metrics: the first step of Holm's correction. */
  readonly comparisons: number;
  readonly look: Look;
}

/** Most users that a plan is made of. */
const MOST = 1e12;

/**
 * Users that each of two equal variations needs, until the effect is found with the aim's power.
 *
 * once: (z(alpha / 2) + z(1 - power))^2 (s0^2 + s1^2) / effect^2, as in Fleiss, Levin, Paik,
 * "Statistical Methods for Rates and Proportions" (2003), 4.2, without continuity correction.
 * any-time: the users at which the drift has crossed the sequence's boundary with that power, the
 * boundary being taken as flat in standard errors times root of n: see `crossed`.
 */
export function usersNeeded(base: BaseRate, aim: Aim): number {
  const found = (users: number): boolean => powerAt(base, aim, users) >= aim.power;
  let high = 2;
  while (!found(high) && high < MOST) high *= 2;
  let low = high / 2;
  while (high - low > Math.max(1, high * 1e-6)) {
    const middle = (low + high) / 2;
    if (found(middle)) high = middle;
    else low = middle;
  }
  return Math.ceil(high);
}

/** The least effect that so many users of each variation find with the aim's power. */
export function effectFound(base: BaseRate, aim: Omit<Aim, 'effect'>, users: number): number {
  let [low, high] = [0, 1];
  while (powerAt(base, { ...aim, effect: high }, users) < aim.power && high < 1e6) high *= 2;
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (powerAt(base, { ...aim, effect: middle }, users) >= aim.power) high = middle;
    else low = middle;
  }
  return high;
}

/** The chance that an effect is found by so many users of each variation. */
function powerAt(base: BaseRate, { effect, alpha, comparisons, look }: Aim, users: number): number {
  const own = alpha / Math.max(1, comparisons);
  const drift = (Math.abs(effect * base.mean) * Math.sqrt(users)) / spreadOf(base, effect);
  if (look === 'once') return normalTail(normalQuantile(own / 2) - drift);
  return crossed(drift, standardErrorsAllowed(2 * users, own));
}

/**
 * The root of both variances. A rate that moves has another; other means are taken to move by more
 * users with an outcome, which takes the variance along.
 */
function spreadOf({ mean, variance, isRate }: BaseRate, effect: number): number {
  const moved = Math.min(1, mean * (1 + effect));
  return Math.sqrt(variance + (isRate ? moved * (1 - moved) : variance * (1 + effect)));
}

/**
 * The chance that a random walk with a drift of so many standard errors at its end was ever beyond
 * a level of as many: of Brownian motion over a level, by reflection (Siegmund, "Sequential
 * Analysis", 1985, 3.15).
 */
const crossed = (drift: number, level: number): number =>
  normalTail(level - drift) + Math.exp(2 * drift * level) * normalTail(level + drift);

/**
 * Days until so many users have come, by how many came on each of the days so far, of which those
 * after go on as the last week. Infinity where none come.
 */
export function daysUntil(users: number, newUsersByDay: readonly number[]): number {
  let come = 0;
  for (const [at, count] of newUsersByDay.entries()) {
    if (come + count >= users) return at + (users - come) / count;
    come += count;
  }
  const last = newUsersByDay.slice(-7);
  const aDay = last.reduce((sum, count) => sum + count, 0) / Math.max(1, last.length);
  return aDay > 0 ? newUsersByDay.length + (users - come) / aDay : Number.POSITIVE_INFINITY;
}
