// Numeric affinity: amounts are counted as they are, and read in bins that the site sets.

import { compareByCodePoint } from '../text/characters.ts';

/** The boundaries of a numeric property's bins, ascending, and how many bins were wanted. */
export interface PropertyBands {
  readonly count: number;
  readonly edges: readonly number[];
}

/** The boundaries that were computed from a site's interest, by property. */
export interface ComputedBands {
  readonly bands: ReadonlyMap<string, PropertyBands>;
}

/** By property, into how many bins of equal interest, or at which boundaries. */
export type BandsByProperty = Readonly<Record<string, number | readonly number[]>>;

/** Old bins stay unless their largest has this many times the interest of the fresh ones'. */
const worthChanging = 1.5;

/**
 * The boundaries of a property's bins: undefined where it is not numeric, null where it is and
 * they are not computed yet, which means that it has no values for now.
 */
export function edgesOf(
  bandsByProperty: BandsByProperty | undefined,
  computed: ReadonlyMap<string, PropertyBands> | undefined,
  property: string,
): readonly number[] | null | undefined {
  if (bandsByProperty === undefined || !Object.hasOwn(bandsByProperty, property)) return undefined;
  const asked = bandsByProperty[property]!;
  if (typeof asked !== 'number') return asked;
  const { edges } = computed?.get(property) ?? { edges: [] };
  return edges.length === 0 ? null : edges;
}

/** The chosen properties whose bins follow the site's interest, with how many bins each. */
export function bandsAsked({
  properties = [],
  bandsByProperty = {},
}: {
  readonly properties?: readonly string[];
  readonly bandsByProperty?: BandsByProperty;
}): [property: string, count: number][] {
  return Object.entries(bandsByProperty).flatMap(([property, asked]) =>
    typeof asked === 'number' && properties.includes(property) ? [[property, asked]] : [],
  );
}

/** The names of all bins in order: `<10`, `10-20`, `>=20`. */
export function bandNames(edges: readonly number[]): string[] {
  const between = edges.slice(1).map((edge, at) => `${edges[at]}-${edge}`);
  return [`<${edges[0]}`, ...between, `>=${edges.at(-1)}`];
}

/**
 * The bin of a value; a lower boundary belongs to its bin, and a bin's name stands for itself.
 * Undefined for what is neither a number nor a name.
 */
export function bandOf(edges: readonly number[], value: string): string | undefined {
  const names = bandNames(edges);
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) return names.includes(value) ? value : undefined;
  const above = edges.findIndex((edge) => number < edge);
  return names[above === -1 ? edges.length : above];
}

/** Does a reported value count towards one that is read? Without bins the two must be equal. */
export function isValueOf(
  edges: readonly number[] | null | undefined,
  told: string,
  value: string,
): boolean {
  if (edges === undefined) return told === value;
  return edges !== null && bandOf(edges, told) === value;
}

/**
 * Boundaries that split the site's interest into `count` bins of the same size, as nearly as round
 * numbers allow: of two significant digits. `interest` is the site's score by value; what is no
 * number is left out. Fewer where many of the values are the same, none without two values.
 */
export function quantileEdges(interest: ReadonlyMap<string, number>, count: number): number[] {
  const masses = massesOf(interest);
  const total = masses.reduce((sum, [, mass]) => sum + mass, 0);
  const edges = new Set<number>();
  let below = 0;
  let next = 1;
  for (const [number, mass] of masses) {
    while (next < count && below + mass > (total * next) / count) {
      edges.add(Number(number.toPrecision(2)));
      next += 1;
    }
    below += mass;
  }
  const [first] = masses[0] ?? [];
  const [last] = masses.at(-1) ?? [];
  return [...edges].filter((edge) => edge > first! && edge <= last!).sort((a, b) => a - b);
}

/**
 * The bins from now on: the earlier ones, so that conditions go on finding their names, unless
 * another number of bins is wanted or the interest has moved so far that fresh ones are better.
 */
export function renewBands(
  before: PropertyBands | undefined,
  interest: ReadonlyMap<string, number>,
  count: number,
): PropertyBands {
  const fresh = { count, edges: quantileEdges(interest, count) };
  if (before?.count !== count || before.edges.length === 0) return fresh;
  if (fresh.edges.length === 0) return before;
  const isWorse = largest(interest, before.edges) > worthChanging * largest(interest, fresh.edges);
  return isWorse ? fresh : before;
}

/** Sums scores by value into scores by bin. */
export function sumByBand(
  scores: ReadonlyMap<string, number>,
  edges: readonly number[],
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [value, score] of [...scores].sort(([a], [b]) => compareByCodePoint(a, b))) {
    const band = bandOf(edges, value);
    if (band !== undefined) sums.set(band, (sums.get(band) ?? 0) + score);
  }
  return sums;
}

function largest(interest: ReadonlyMap<string, number>, edges: readonly number[]): number {
  return Math.max(0, ...sumByBand(interest, edges).values());
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
