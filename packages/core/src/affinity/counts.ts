// What a profile counted, by the values that are read: of a numeric property its bands.

import type { Counts, Profile } from '../profile/profile.ts';
import { bandOf, type ComputedBands, edgesOf } from './bins.ts';
import type { AffinitySettings } from './settings.ts';

const none: ReadonlyMap<string, Counts> = new Map();

/** A property's counts by value; none where it is numeric and has no bands yet. */
export function countsByValue(
  profile: Profile,
  property: string,
  settings: Pick<AffinitySettings, 'bandsByProperty'>,
  normaliser: ComputedBands | undefined,
): ReadonlyMap<string, Counts> {
  const values = profile.properties.get(property)?.values ?? none;
  const edges = edgesOf(settings.bandsByProperty, normaliser?.bands, property);
  if (edges === undefined) return values;
  return edges === null ? none : countsByBand(values, edges);
}

/** Sums of integers, with cells in ascending order as every profile has them. */
function countsByBand(
  values: ReadonlyMap<string, Counts>,
  edges: readonly number[],
): ReadonlyMap<string, Counts> {
  const byBand = new Map<string, Map<number, number>>();
  for (const [value, counts] of values) {
    const band = bandOf(edges, value);
    if (band === undefined) continue;
    const sums = byBand.get(band) ?? new Map<number, number>();
    byBand.set(band, sums);
    for (const [cell, count] of counts) sums.set(cell, (sums.get(cell) ?? 0) + count);
  }
  return new Map(
    [...byBand].map(([band, sums]) => [band, new Map([...sums].sort((a, b) => a[0] - b[0]))]),
  );
}
