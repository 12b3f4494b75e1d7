// How much a person likes each value of a property, by what they did and how long ago that was.

import type { Signal } from '../events/event.ts';
import type { Counts, Profile } from '../profile/profile.ts';
import { dayOfCell, signalOfCell, signals } from '../profile/profile.ts';
import type { ComputedBins } from './bins.ts';
import { countsByValue } from './counts.ts';
import type { AffinitySettings } from './settings.ts';

/** A value's score before normalisation, and the last UTC day on which it was observed. */
export interface Score {
  readonly score: number;
  /** The same without the daily cap, which tells apart what the cap has made equal. */
  readonly uncapped: number;
  readonly lastDay: number;
}

/** What a signal of one day adds to a score: how many of its events count, and how much. */
export interface Contribution {
  readonly day: number;
  readonly signal: Signal;
  readonly count: number;
  /** Negative of signals against. */
  readonly points: number;
  /** What each event of that day still counts of what it did: 1 today, 1/2 a half-life ago. */
  readonly remains: number;
}

/**
 * Scores the values of one property: the sum of count x weight x 2^(-age in days / half-life), the
 * count of a day and signal up to the daily cap. Values without a positive score are left out. Days
 * after `today` (clocks differ) count as today.
 */
export function scoreValues(
  profile: Profile,
  property: string,
  settings: AffinitySettings,
  normaliser: ComputedBins | undefined,
  today: number,
): Map<string, Score> {
  const scores = new Map<string, Score>();
  for (const [value, counts] of countsByValue(profile, property, settings, normaliser)) {
    const score = scoreCounts(counts, property, settings, today);
    if (score.score > 0) scores.set(value, score);
  }
  return scores;
}

/** The sum of what `contributionsOf` says, which may be negative. */
export function scoreCounts(
  counts: Counts,
  property: string,
  settings: AffinitySettings,
  today: number,
): Score {
  const halfLife = halfLifeOf(settings, property);
  let score = 0;
  let uncapped = 0;
  let lastDay = 0;
  for (const [cell, count] of counts) {
    const day = dayOfCell(cell);
    const weight = settings.weights[signals[signalOfCell(cell)]!];
    const remains = 2 ** (-Math.max(0, today - day) / halfLife);
    score += Math.min(count, settings.dailyCap) * weight * remains;
    uncapped += count * weight * remains;
    lastDay = Math.max(lastDay, day);
  }
  return { score, uncapped, lastDay };
}

/** What a score is the sum of, in the order of days. */
export function contributionsOf(
  counts: Counts,
  property: string,
  settings: AffinitySettings,
  today: number,
): Contribution[] {
  const halfLife = halfLifeOf(settings, property);
  return [...counts].map(([cell, all]) => {
    const day = dayOfCell(cell);
    const signal = signals[signalOfCell(cell)]!;
    const count = Math.min(all, settings.dailyCap);
    const remains = 2 ** (-Math.max(0, today - day) / halfLife);
    return { day, signal, count, points: count * settings.weights[signal] * remains, remains };
  });
}

/** Days in which a signal of a property loses half of its weight. */
function halfLifeOf(settings: AffinitySettings, property: string): number {
  const own = settings.halfLifeDaysByProperty;
  if (own !== undefined && Object.hasOwn(own, property)) return own[property]!;
  return settings.halfLifeDays;
}
