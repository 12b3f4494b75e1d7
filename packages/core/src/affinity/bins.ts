// Numeric affinity: amounts are counted as they are, and read in bins that the site sets.

import { compareByCodePoint } from '../text/characters.ts';

/** The boundaries of a numeric property's bins, ascending, and how many bins were wanted. */
export interface PropertyBins {
  readonly count: number;
  readonly boundaries: readonly number[];
}

/** The boundaries that were computed from a site's interest, by property. */
export interface ComputedBins {
  readonly bands: ReadonlyMap<string, PropertyBins>;
}

/** By property, into how many bins of equal interest, or at which boundaries. */
export type BinsByProperty = Readonly<Record<string, number | readonly number[]>>;

/** Old bins stay unless their largest has this many times the interest of the fresh ones'. */
const worthChanging = 1.5;

/**
 * The boundaries of a property's bins: undefined where it is not numeric, null where it is and
 * they are not computed yet, which means that it has no values for now.
 */
export function binBoundariesOf(
  bandsByProperty: BinsByProperty | undefined,
  computed: ReadonlyMap<string, PropertyBins> | undefined,
  property: string,
): readonly number[] | null | undefined {
  if (bandsByProperty === undefined || !Object.hasOwn(bandsByProperty, property)) return undefined;
  const asked = bandsByProperty[property]!;
  if (typeof asked !== 'number') return asked;
  const { boundaries } = computed?.get(property) ?? { boundaries: [] };
  return boundaries.length === 0 ? null : boundaries;
}

/** The chosen properties whose bins follow the site's interest, with how many bins each. */
export function quantileBinsOf({
  properties = [],
  bandsByProperty = {},
}: {
  readonly properties?: readonly string[];
  readonly bandsByProperty?: BinsByProperty;
}): [property: string, count: number][] {
  return Object.entries(bandsByProperty).flatMap(([property, asked]) =>
    typeof asked === 'number' && properties.includes(property) ? [[property, asked]] : [],
  );
}

/** The names of all bins in order: `<10`, `10-20`, `>=20`. */
export function binNames(boundaries: readonly number[]): string[] {
  const between = boundaries.slice(1).map((edge, at) => `${boundaries[at]}-${edge}`);
  return [`<${boundaries[0]}`, ...between, `>=${boundaries.at(-1)}`];
}

/**
 * The bin of a value; a lower boundary belongs to its bin, and a bin's name stands for itself.
 * Undefined for what is neither a number nor a name.
 */
export function binOf(boundaries: readonly number[], value: string): string | undefined {
  const names = binNames(boundaries);
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) return names.includes(value) ? value : undefined;
  const above = boundaries.findIndex((edge) => number < edge);
  return names[above === -1 ? boundaries.length : above];
}

/** Does a reported value count towards one that is read? Without bins the two must be equal. */
export function isValueOf(
  boundaries: readonly number[] | null | undefined,
  reported: string,
  value: string,
): boolean {
  if (boundaries === undefined) return reported === value;
  return boundaries !== null && binOf(boundaries, reported) === value;
}

/**
 * Boundaries that split the site's interest into `count` bins of the same size, as nearly as round
 * numbers allow: of two significant digits. `interest` is the site's score by value; what is no
 * number is left out. Fewer where many of the values are the same, none without two values.
 */
export function quantileBoundaries(interest: ReadonlyMap<string, number>, count: number): number[] {
  const masses = massesOf(interest);
  const total = masses.reduce((sum, [, mass]) => sum + mass, 0);
  const boundaries = new Set<number>();
  let below = 0;
  let next = 1;
  for (const [number, mass] of masses) {
    while (next < count && below + mass > (total * next) / count) {
      boundaries.add(Number(number.toPrecision(2)));
      next += 1;
    }
    below += mass;
  }
  const [first] = masses[0] ?? [];
  const [last] = masses.at(-1) ?? [];
  return [...boundaries].filter((edge) => edge > first! && edge <= last!).sort((a, b) => a - b);
}

/**
 * The bins from now on: the earlier ones, so that conditions go on finding their names, unless
 * another number of bins is wanted or the interest has moved so far that fresh ones are better.
 */
export function renewBins(
  before: PropertyBins | undefined,
  interest: ReadonlyMap<string, number>,
  count: number,
): PropertyBins {
  const fresh = { count, boundaries: quantileBoundaries(interest, count) };
  if (before?.count !== count || before.boundaries.length === 0) return fresh;
  if (fresh.boundaries.length === 0) return before;
  const isWorse =
    largest(interest, before.boundaries) > worthChanging * largest(interest, fresh.boundaries);
  return isWorse ? fresh : before;
}

/** Sums scores by value into scores by bin. */
export function sumByBin(
  scores: ReadonlyMap<string, number>,
  boundaries: readonly number[],
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [value, score] of [...scores].sort(([a], [b]) => compareByCodePoint(a, b))) {
    const bin = binOf(boundaries, value);
    if (bin !== undefined) sums.set(bin, (sums.get(bin) ?? 0) + score);
  }
  return sums;
}

function largest(interest: ReadonlyMap<string, number>, boundaries: readonly number[]): number {
  return Math.max(0, ...sumByBin(interest, boundaries).values());
}

function massesOf(interest: ReadonlyMap<string, number>): [number: number, mass: number][] {
  const masses = new Map<number, number>();
  for (const [value, score] of [...interest].sort(([a], [b]) => compareByCodePoint(a, b))) {
    const number = value.trim() === '' ? Number.NaN : Number(value);
    if (Number.isFinite(number) && score > 0) {
      masses.set(number, (masses.get(number) ?? 0) + score);
    }
  }
  return [...masses].sort(([a], [b]) => a - b);
}
