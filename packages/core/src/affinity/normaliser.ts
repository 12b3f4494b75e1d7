// What a whole site likes, against which one person's affinity is measured.

import type { Profile } from '../profile/profile.ts';
import { compareByCodePoint } from '../text/characters.ts';
import {
  binBoundariesOf,
  type ComputedBins,
  type PropertyBins,
  quantileBinsOf,
  renewBins,
  sumByBin,
} from './bins.ts';
import { scoreValues } from './score.ts';
import type { AffinitySettings } from './settings.ts';

/** The most values of a property whose popularity is carried; the rest count as never seen. */
const maxValues = 10_000;

/** The site's score of one property, being summed or summed up. */
interface PropertyTotals {
  /** The sum over all values, and how many values there are, carried or not. */
  readonly sum: number;
  readonly count: number;
  /** How many profiles have a score; 0 in totals of before they were counted. */
  readonly profiles: number;
  readonly scores: ReadonlyMap<string, number>;
}

/** What was learned of how much the site's liking of a property counts. */
export interface SiteWeight {
  /** So many average profiles are added to a person's own. */
  readonly weight: number;
  /** Of how many people what they did next was known; 0: it was never looked at. */
  readonly people: number;
  /** NDCG@10 of the ranks by this weight, and of the person's own scores alone. */
  readonly ndcg: number;
  readonly ndcgAlone: number;
}

/** Scores of a site's profiles, summed per property and value, and how many profiles have any. */
export interface Totals {
  readonly scores: Map<string, Map<string, number>>;
  readonly profiles: Map<string, number>;
}

export const startTotals = (): Totals => ({ scores: new Map(), profiles: new Map() });

/** The site's totals as all nodes use them: numbered, and of one UTC day (since the epoch). */
export interface Normaliser extends ComputedBins {
  readonly number: number;
  readonly day: number;
  readonly totals: ReadonlyMap<string, PropertyTotals>;
  /** By property, what was learned of how much the site's liking counts. */
  readonly siteWeights: ReadonlyMap<string, SiteWeight>;
}

/**
 * Adds a profile's scores to `totals`, which is changed: a site has millions of profiles, and one
 * accumulator. Scores are taken before normalisation, those of numbers by number, of the properties
 * that the settings name; of all that the profile has where they name none, which suits only
 * profiles that no caller of a site can add a property to.
 */
export function addToTotals(
  { scores: all, profiles }: Totals,
  profile: Profile,
  settings: AffinitySettings,
  today: number,
): void {
  for (const property of settings.properties ?? profile.properties.keys()) {
    const scores = scoreValues(profile, property, byValue(settings), undefined, today);
    if (scores.size === 0) continue;
    const sums = all.get(property) ?? new Map<string, number>();
    all.set(property, sums);
    profiles.set(property, (profiles.get(property) ?? 0) + 1);
    for (const [value, { score }] of scores) sums.set(value, (sums.get(value) ?? 0) + score);
  }
}

/** With bins left out, so that a numeric property is read number by number. */
function byValue({ bandsByProperty: _, ...settings }: AffinitySettings): AffinitySettings {
  return settings;
}

/**
 * Makes a normaliser of totals: of each property the 10,000 values with the highest scores. Numeric
 * properties are split into bins, which stay as `before` while those still serve.
 */
export function makeNormaliser(
  totals: Totals,
  number: number,
  day: number,
  settings: Pick<AffinitySettings, 'bandsByProperty' | 'properties'> = {},
  before?: ComputedBins,
): Normaliser {
  const bands = new Map<string, PropertyBins>();
  for (const [property, count] of quantileBinsOf(settings)) {
    const interest = totals.scores.get(property) ?? new Map();
    bands.set(property, renewBins(before?.bands.get(property), interest, count));
  }
  const bounded = new Map<string, PropertyTotals>();
  for (const [property, scores] of totals.scores) {
    const boundaries = binBoundariesOf(settings.bandsByProperty, bands, property);
    const sums = boundaries
      ? sumByBin(scores, boundaries)
      : boundaries === null
        ? new Map()
        : scores;
    const best = [...sums].sort((a, b) => b[1] - a[1] || compareByCodePoint(a[0], b[0]));
    bounded.set(property, {
      sum: best.reduce((sum, [, score]) => sum + score, 0),
      count: best.length,
      profiles: totals.profiles.get(property) ?? 0,
      scores: new Map(best.slice(0, maxValues)),
    });
  }
  return { number, day, totals: bounded, bands, siteWeights: new Map() };
}

/**
 * A value's smoothed share of the site's score in its property, in shares of an average value: 1
 * for that, 1/2 for a value never seen, 3 for one that the site likes five times as much. The
 * smoothing adds one average value's score to each, so that few data divide by little. 1 where
 * the site has no score.
 */
export function popularityOf(
  normaliser: Normaliser | undefined,
  property: string,
  value: string,
): number {
  const totals = normaliser?.totals.get(property);
  if (totals === undefined || !(totals.sum > 0)) return 1;
  const average = totals.sum / totals.count;
  return ((totals.scores.get(value) ?? 0) + average) / (2 * average);
}

/** What the average of the profiles that have the property has of a value. */
export function averageOf(
  normaliser: Normaliser | undefined,
  property: string,
  value: string,
): number {
  const totals = normaliser?.totals.get(property);
  if (totals === undefined || totals.profiles === 0) return 0;
  return (totals.scores.get(value) ?? 0) / totals.profiles;
}

/**
 * How many average profiles are added to a person's own: as the settings say, else as was learned.
 * Where scores are divided by what the site likes, it is not added as well.
 */
export function siteWeightOf(
  { siteWeight, normalisation }: Pick<AffinitySettings, 'siteWeight' | 'normalisation'>,
  normaliser: Normaliser | undefined,
  property: string,
): number {
  if (siteWeight !== undefined) return siteWeight;
  return normalisation > 0 ? 0 : (normaliser?.siteWeights.get(property)?.weight ?? 0);
}

/** A normaliser as JSON text; names stand in pairs sorted by code point. */
export function encodeNormaliser(normaliser: Normaliser): string {
  const { number, day, totals, bands, siteWeights } = normaliser;
  const properties = sorted(totals).map(([property, { sum, count, scores, profiles }]) => [
    property,
    sum,
    count,
    sorted(scores),
    profiles,
  ]);
  const numeric = sorted(bands).map(([property, { count, boundaries }]) => [
    property,
    count,
    boundaries,
  ]);
  // Absent where nothing is numeric, as it was before there were any.
  const reported = numeric.length > 0 ? { bands: numeric } : {};
  const learned = siteWeights.size > 0 ? { siteWeights: sorted(siteWeights) } : {};
  return JSON.stringify({ v: 1, number, day, properties, ...reported, ...learned });
}

/** The normaliser that `encodeNormaliser` was given; throws on what it never wrote. */
export function decodeNormaliser(text: string): Normaliser {
  const encoded = JSON.parse(text) as {
    readonly v: 1;
    readonly number: number;
    readonly day: number;
    readonly properties: [
      ...[name: string, sum: number, count: number, scores: [string, number][]],
      profiles?: number,
    ][];
    readonly bands?: [name: string, count: number, boundaries: number[]][];
    readonly siteWeights?: [name: string, SiteWeight][];
  };
  if (encoded?.v !== 1) throw new Error('not a normaliser of a known version');
  const totals = new Map<string, PropertyTotals>();
  for (const [property, sum, count, scores, profiles = 0] of encoded.properties) {
    totals.set(property, { sum, count, profiles, scores: new Map(scores) });
  }
  const bands = new Map(
    (encoded.bands ?? []).map(([property, count, boundaries]) => [property, { count, boundaries }]),
  );
  const siteWeights = new Map(encoded.siteWeights ?? []);
  return { number: encoded.number, day: encoded.day, totals, bands, siteWeights };
}

function sorted<Value>(map: ReadonlyMap<string, Value>): [string, Value][] {
  return [...map].sort(([a], [b]) => compareByCodePoint(a, b));
}
