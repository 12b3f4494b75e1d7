// Knows the tails of the normal and of Student's t distribution, and where they begin.

import { normalDensity } from './special.ts';

const density = normalDensity(0, 1);

/** Beyond it the tail is a continued fraction, before it a series. */
const TAIL_FROM = 3;

/** The probability of a normal number above z; to about 1e-13 of it. */
export function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z);
  if (z < TAIL_FROM) {
    // Marsaglia, "Evaluating the Normal Distribution" (2004).
    let [sum, term] = [z, z];
    for (let odd = 3; term > 1e-17 * sum; odd += 2) {
      term *= (z * z) / odd;
      sum += term;
    }
    return 0.5 - sum * density(z);
  }
  // Abramowitz and Stegun 26.2.14, from its end.
  let fraction = z;
  for (let at = 100; at > 0; at -= 1) fraction = z + at / fraction;
  return density(z) / fraction;
}

/** The z above which a share of normal numbers lies, for a share in (0, 1). */
export function normalQuantile(share: number): number {
  if (share > 0.5) return -normalQuantile(1 - share);
  const t = Math.sqrt(-2 * Math.log(share));
  // Abramowitz and Stegun 26.2.23 to 4.5e-4, then Newton's method.
  let z =
    t -
    (2.515517 + 0.802853 * t + 0.010328 * t * t) /
      (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t ** 3);
  for (let step = 0; step < 3; step += 1) z += (normalTail(z) - share) / density(z);
  return z;
}

/**
 * The normal z that is as rare as a t of so many degrees of freedom; to about 1e-8 from 50 on.
 * Hill, "Algorithm 395: Student's t-distribution" (Communications of the ACM, 1970).
 */
function normalOf(t: number, degrees: number): number {
  const a = degrees - 0.5;
  const b = 48 * a * a;
  const z = Math.sqrt(a * Math.log1p((t * t) / degrees));
  const correction = (z ** 3 + 3 * z) / b;
  const rest =
    (4 * z ** 7 + 33 * z ** 5 + 240 * z ** 3 + 855 * z) / (10 * b * (b + 0.8 * z ** 4 + 100));
  return z + correction - rest;
}

/** The probability of a t above one that is not below 0; infinite degrees are the normal. */
export const studentTail = (t: number, degrees: number): number =>
  normalTail(Number.isFinite(degrees) ? normalOf(t, degrees) : t);

/** The t above which a share below a half lies. */
export function studentQuantile(share: number, degrees: number): number {
  const z = normalQuantile(share);
  if (!Number.isFinite(degrees)) return z;
  let [low, high] = [z, 4 * z];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (normalOf(middle, degrees) > z) high = middle;
    else low = middle;
  }
  return high;
}
