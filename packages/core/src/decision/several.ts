// Knows how several variations are drawn at once, each with an exact probability.

import { hashSeeded } from '../bucketing/hash.ts';
import type { CompiledExperience } from './compiled.ts';
import type { DecisionInput } from './decision.ts';
import { drawnBy } from './unit.ts';

/** Where the points of a user's draw begin, in [0, 1): independent of the traffic's bucket. */
export function startOf(experience: CompiledExperience, input: DecisionInput): number {
  return hashSeeded(experience.servedSeedHash, drawnBy(experience, input));
}

/** The points of a draw: `count` of them, equally far apart, over [0, 1). */
export function pointsOf(start: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => (start + at) / count);
}

/**
 * Draws up to `count` variations by systematic sampling with probability proportional to size
 * (Madow 1949): the stretches of the shares, laid side by side, are hit by the points.
 *
 * A variation is given with the probability min(1, count x share), exactly; one whose share is
 * above 1/count may be hit twice and is given once, so that fewer are given. Answers indices.
 */
export function drawSeveral(shares: readonly number[], count: number, start: number): number[] {
  const points = pointsOf(start, count);
  const drawn: number[] = [];
  let to = 0;
  let next = 0;
  for (const [at, share] of shares.entries()) {
    if (share === 0) continue;
    to += share;
    const before = next;
    // Where points are no closer than a stretch is long, a second hit is rounding: the next one's.
    const most = share * count <= 1 ? Math.min(before + 1, count) : count;
    while (next < most && (points[next] as number) < to) next += 1;
    if (next > before) drawn.push(at);
  }
  if (next === count) return drawn;
  // Shares that sum to a hair below 1 leave a last point beyond them: it is the last one's.
  const last = shares.findLastIndex((share) => share > 0);
  return last === -1 || drawn.at(-1) === last ? drawn : [...drawn, last];
}

/** The probability with which `drawSeveral` gives a variation. */
export function inclusion(share: number, count: number): number {
  return Math.min(1, share * count);
}
