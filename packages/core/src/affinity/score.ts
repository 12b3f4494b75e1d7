// How much a person likes each value of a property, by what he did and how long ago that was.

import type { Counts, Profile } from '../profile/profile.ts';
import { dayOfCell, signalOfCell, signals } from '../profile/profile.ts';
import type { AffinitySettings } from './settings.ts';

/** A value's score before normalisation, and the last UTC day on which it was observed. */
export interface Score {
  readonly score: number;
  readonly lastDay: number;
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
  today: number,
): Map<string, Score> {
  const scores = new Map<string, Score>();
  const halfLife = halfLifeOf(settings, property);
  for (const [value, counts] of profile.properties.get(property)?.values ?? []) {
    const score = scoreCounts(counts, settings, halfLife, today);
    if (score.score > 0) scores.set(value, score);
  }
  return scores;
}

function scoreCounts(
  counts: Counts,
  settings: AffinitySettings,
  halfLife: number,
  today: number,
): Score {
  let score = 0;
  let lastDay = 0;
  for (const [cell, count] of counts) {
    const day = dayOfCell(cell);
    const weight = settings.weights[signals[signalOfCell(cell)]!];
    const age = Math.max(0, today - day);
    score += Math.min(count, settings.dailyCap) * weight * 2 ** (-age / halfLife);
    lastDay = Math.max(lastDay, day);
  }
  return { score, lastDay };
}

function halfLifeOf(settings: AffinitySettings, property: string): number {
  const own = settings.halfLifeDaysByProperty;
  if (own !== undefined && Object.hasOwn(own, property)) return own[property]!;
  return settings.halfLifeDays;
}
