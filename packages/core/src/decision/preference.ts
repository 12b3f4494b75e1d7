// Knows which variation a user prefers: the one with the tag that they rank highest.

import { compileReader, formatPath, type PathReader } from '../conditions/path.ts';
import type { ExperienceDefinition, VariationDefinition } from './definition.ts';

/** Reads the best rank of a variation's tags; infinite where the user ranks none of them. */
export type PreferenceReader = (attributes: unknown) => number;

/** Prepares an experience's variations; null where affinity does not allocate. */
export function compilePreferences({
  allocation,
  variations,
}: ExperienceDefinition): readonly PreferenceReader[] | null {
  return allocation === 'affinity' ? Object.freeze(variations.map(preferenceReader)) : null;
}

/** The attributes that preferences read; none where affinity does not allocate. */
export function preferenceReads({ allocation, variations }: ExperienceDefinition): PathReader[] {
  return allocation === 'affinity' ? variations.flatMap(rankReaders).flat() : [];
}

/**
 * Of each tag the rank with this visit blended in, which is there where the site blends, and the
 * long-term rank. A decision that is made again reads what it read then, whatever the site does
 * now.
 */
function rankReaders({ tags = [] }: VariationDefinition): [PathReader, PathReader][] {
  return tags.map(({ property, value }) => [
    compileReader(formatPath(['session', 'blend', property, value, 'rank'])),
    compileReader(formatPath(['affinity', property, value, 'rank'])),
  ]);
}

function preferenceReader(variation: VariationDefinition): PreferenceReader {
  const readers = rankReaders(variation);
  return (attributes) =>
    Math.min(...readers.map(([blended, long]) => rankOf(blended(attributes) ?? long(attributes))));
}

function rankOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.POSITIVE_INFINITY;
}

/**
 * The variations by preference, the best first, of the same rank in their order; undefined for a
 * user who ranks no tag at all. Those without a rank come last.
 */
export function byPreference(
  preferences: readonly PreferenceReader[],
  attributes: unknown,
): number[] | undefined {
  const ranks = preferences.map((read) => read(attributes));
  if (!ranks.some((rank) => rank < Number.POSITIVE_INFINITY)) return undefined;
  const order = ranks.map((_, at) => at);
  return order.sort((one, other) => compareRanks(ranks[one] as number, ranks[other] as number));
}

function compareRanks(one: number, other: number): number {
  return one === other ? 0 : one - other;
}
