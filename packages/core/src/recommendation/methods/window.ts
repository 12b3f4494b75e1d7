// Which days count, and how much.

import type { Counting } from '../definition.ts';

const msPerDay = 86_400_000;

/** The UTC day of a moment, days since the epoch. */
function utcDayOf(time: number): number {
  return Math.floor(time / msPerDay);
}

/** The age of a day in days; a day after today (clocks differ) counts as today. */
export function ageOf(day: number, now: number): number {
  return Math.max(0, utcDayOf(now) - day);
}

/** Does a day of this age count? The window holds today and the days before it. */
export function isWithinWindow(age: number, { window }: Counting): boolean {
  return age < window;
}

/** What an event of this age counts: 1 without a half-life, else 2^(-age / half-life). */
export function weightOf(age: number, { halfLife }: Counting): number {
  return halfLife === undefined ? 1 : 2 ** (-age / halfLife);
}

/** What events count by their age in days; undefined where all count 1. */
export function weightsByAge(counting: Counting): Float64Array | undefined {
  if (counting.halfLife === undefined) return undefined;
  return Float64Array.from({ length: counting.window }, (_, age) => weightOf(age, counting));
}
