// What a profile counted, by the values that are read: of a numeric property its bins.

import type { Counts, Profile } from '../profile/profile.ts';
import { binBoundariesOf, binOf, type ComputedBins } from './bins.ts';
import type { AffinitySettings } from './settings.ts';

const none: ReadonlyMap<string, Counts> = new Map();

/** A property's counts by value; none where it is numeric and has no bins yet. */
export function countsByValue(
  profile: Profile,
  property: string,
  settings: Pick<AffinitySettings, 'bandsByProperty'>,
  normaliser: ComputedBins | undefined,
): ReadonlyMap<string, Counts> {
  const values = profile.properties.get(property)?.values ?? none;
  const boundaries = binBoundariesOf(settings.bandsByProperty, normaliser?.bands, property);
  if (boundaries === undefined) return values;
  return boundaries === null ? none : countsByBin(values, boundaries);
}

/** Sums of integers, with cells in ascending order as every profile has them. */
function countsByBin(
  values: ReadonlyMap<string, Counts>,
  boundaries: readonly number[],
): ReadonlyMap<string, Counts> {
  const byBin = new Map<string, Map<number, number>>();
  for (const [value, counts] of values) {
    const bin = binOf(boundaries, value);
    if (bin === undefined) continue;
    const sums = byBin.get(bin) ?? new Map<number, number>();
    byBin.set(bin, sums);
    for (const [cell, count] of counts) sums.set(cell, (sums.get(cell) ?? 0) + count);
  }
  return new Map(
    [...byBin].map(([bin, sums]) => [bin, new Map([...sums].sort((a, b) => a[0] - b[0]))]),
  );
}
