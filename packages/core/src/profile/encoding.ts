// The one text of a profile: equal profiles have equal bytes, whatever order made them.

import { compareByCodePoint } from '../text/characters.ts';
import type {
  Activity,
  Counts,
  EarlierSkus,
  Moment,
  Profile,
  PropertyCounts,
  StickyAssignment,
} from './profile.ts';
import { cellOf, dayOfCell, signalOfCell } from './profile.ts';

type Pairs<Value> = [name: string, value: Value][];

/** The JSON form. Names stand in pairs sorted by code point; counts as day, signal, count, ... */
interface EncodedProfile {
  readonly v: 1;
  readonly since: number;
  readonly first: number | null;
  readonly last: number | null;
  readonly properties: Pairs<[since: number, values: Pairs<number[]>]>;
  /** Counts as day, count, ...; absent when empty, as in profiles of before it was counted. */
  readonly activity?: Pairs<[since: number, names: Pairs<number[]>]>;
  readonly viewed: Pairs<[time: number, id: string]>;
  readonly purchased: Pairs<[time: number, id: string]>;
  /** What was before those, by day in ascending order; absent when there is nothing. */
  readonly earlier?: { readonly viewed: EncodedEarlier; readonly purchased: EncodedEarlier };
  readonly assignments: Pairs<[identified: 0 | 1, time: number, id: string, variationId: number]>;
}

type EncodedEarlier = [since: number, days: [day: number, skus: string[]][]];

/** The canonical text of a profile: JSON without white space. */
export function encodeProfile(profile: Profile): string {
  const encoded: EncodedProfile = {
    v: 1,
    since: profile.since,
    first: profile.firstSeen ?? null,
    last: profile.lastSeen ?? null,
    properties: sortedPairs(profile.properties, ({ since, values }) => [
      since,
      sortedPairs(values, encodeCounts),
    ]),
    ...(profile.activity.size > 0 && {
      activity: sortedPairs(profile.activity, ({ since, values }) => [
        since,
        sortedPairs(values, encodeDays),
      ]),
    }),
    viewed: sortedPairs(profile.viewed, encodeMoment),
    purchased: sortedPairs(profile.purchased, encodeMoment),
    ...([profile.viewedEarlier, profile.purchasedEarlier].some(isSaid) && {
      earlier: {
        viewed: encodeEarlier(profile.viewedEarlier),
        purchased: encodeEarlier(profile.purchasedEarlier),
      },
    }),
    assignments: sortedPairs(profile.assignments, ({ identified, time, id, variationId }) => [
      identified ? 1 : 0,
      time,
      id,
      variationId,
    ]),
  };
  return JSON.stringify(encoded);
}

/** The profile that `encodeProfile` was given; throws on what it never wrote. */
export function decodeProfile(text: string): Profile {
  const encoded = JSON.parse(text) as EncodedProfile;
  if (encoded?.v !== 1) throw new Error('not a profile of a known version');
  return {
    since: encoded.since,
    properties: fromPairs(
      encoded.properties,
      ([since, values]): PropertyCounts => ({ since, values: fromPairs(values, decodeCounts) }),
    ),
    activity: fromPairs(
      encoded.activity ?? [],
      ([since, names]): PropertyCounts => ({ since, values: fromPairs(names, decodeDays) }),
    ) as Activity,
    viewed: fromPairs(encoded.viewed, decodeMoment),
    purchased: fromPairs(encoded.purchased, decodeMoment),
    viewedEarlier: decodeEarlier(encoded.earlier?.viewed),
    purchasedEarlier: decodeEarlier(encoded.earlier?.purchased),
    assignments: fromPairs(
      encoded.assignments,
      ([identified, time, id, variationId]): StickyAssignment => ({
        identified: identified === 1,
        time,
        id,
        variationId,
      }),
    ),
    firstSeen: encoded.first ?? undefined,
    lastSeen: encoded.last ?? undefined,
  };
}

function encodeCounts(counts: Counts): number[] {
  // Cells are in ascending order already; see `finishDraft`.
  return [...counts].flatMap(([cell, count]) => [dayOfCell(cell), signalOfCell(cell), count]);
}

function decodeCounts(numbers: readonly number[]): Counts {
  const counts = new Map<number, number>();
  for (let at = 0; at < numbers.length; at += 3) {
    counts.set(cellOf(numbers[at]!, numbers[at + 1]!), numbers[at + 2]!);
  }
  return counts;
}

function encodeDays(counts: Counts): number[] {
  return [...counts].flatMap(([cell, count]) => [dayOfCell(cell), count]);
}

function decodeDays(numbers: readonly number[]): Counts {
  const counts = new Map<number, number>();
  for (let at = 0; at < numbers.length; at += 2) {
    counts.set(cellOf(numbers[at]!, 0), numbers[at + 1]!);
  }
  return counts;
}

const isSaid = ({ since, days }: EarlierSkus) => since > 0 || days.size > 0;

function encodeEarlier({ since, days }: EarlierSkus): EncodedEarlier {
  const byDay = Map.groupBy(days, ([, day]) => day);
  const inOrder = [...byDay].sort(([one], [other]) => one - other);
  return [
    since,
    inOrder.map(([day, all]) => [day, all.map(([sku]) => sku).sort(compareByCodePoint)]),
  ];
}

function decodeEarlier([since, days]: EncodedEarlier = [0, []]): EarlierSkus {
  return { since, days: new Map(days.flatMap(([day, skus]) => skus.map((sku) => [sku, day]))) };
}

function encodeMoment({ time, id }: Moment): [number, string] {
  return [time, id];
}

function decodeMoment([time, id]: readonly [number, string]): Moment {
  return { time, id };
}

function sortedPairs<From, To>(map: ReadonlyMap<string, From>, encode: (value: From) => To) {
  const sorted = [...map].sort(([a], [b]) => compareByCodePoint(a, b));
  return sorted.map(([name, value]): [string, To] => [name, encode(value)]);
}

function fromPairs<From, To>(pairs: Pairs<From>, decode: (value: From) => To): Map<string, To> {
  return new Map(pairs.map(([name, value]) => [name, decode(value)]));
}
