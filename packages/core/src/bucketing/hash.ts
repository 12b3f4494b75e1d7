// Knows how a unit is turned into a place between 0 and 1 that any language can recompute.

const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * Hashes a unit (a user, a session) under a seed to a multiple of 1/1,000 or 1/10,000 in [0, 1).
 *
 * GrowthBook's hash versions: 1 is FNV-1a 32 of unit + seed, modulo 1,000; 2 is FNV-1a 32 of the
 * decimal digits of FNV-1a 32 of seed + unit, modulo 10,000. Null for any other version.
 * Characters count as UTF-16 code units. Allocates nothing.
 */
export function hashUnit(seed: string, unit: string, version: number): number | null {
  if (version === 2) return hashSeeded(hashSeed(seed), unit);
  if (version === 1) return ((addText(addText(BASIS, unit), seed) >>> 0) % 1_000) / 1_000;
  return null;
}

/** Prepares a seed for `hashSeeded`, so that it is not read again for each unit. */
export const hashSeed = (seed: string): number => addText(BASIS, seed);

/** Hashes a unit as `hashUnit` does in version 2, under a seed that was prepared. */
export function hashSeeded(seedHash: number, unit: string): number {
  const once = addText(seedHash, unit) >>> 0;
  return ((addDigits(BASIS, once) >>> 0) % 10_000) / 10_000;
}

/**
 * Answers whether a unit lies in a namespace's share [start, end), by hash version 1 and the seed
 * `__` + name, as GrowthBook's namespaces have it.
 */
export function isInNamespace(unit: string, name: string, start: number, end: number): boolean {
  const place = hashUnit(`__${name}`, unit, 1) as number;
  return place >= start && place < end;
}

function addText(state: number, text: string): number {
  let hash = state;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  }
  return hash;
}

/** Adds the decimal digits of a whole number, the highest first, without making a string. */
function addDigits(state: number, number: number): number {
  let hash = state;
  let rest = number;
  let power = 1;
  while (power * 10 <= number) power *= 10;
  for (; power >= 1; power /= 10) {
    const digit = (rest / power) | 0;
    rest -= digit * power;
    hash = Math.imul(hash ^ (48 + digit), PRIME);
  }
  return hash;
}
