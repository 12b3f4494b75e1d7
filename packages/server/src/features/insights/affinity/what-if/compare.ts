// Compares two readings of the same profiles: which users change, and which values move.
import type { WhatIfOutput } from '@attune/contract';
import type { RankedAffinity, RankedValue } from '@attune/core';

/** A user under the settings of now and under those proposed. */
export interface Reading {
  readonly userId: string;
  readonly cuid: string | null;
  readonly before: RankedAffinity;
  readonly after: RankedAffinity;
}

type PropertyChange = WhatIfOutput['properties'][number];

const bestShown = 5;
const mostValues = 10;
const usersTold = 10;

/** What changes for all of them, by property. */
export function compareProperties(
  readings: readonly Reading[],
  readAs: (property: string) => Pick<PropertyChange, 'edges' | 'siteWeight'>,
): PropertyChange[] {
  const names = new Set(
    readings.flatMap(({ before, after }) => [...before.keys(), ...after.keys()]),
  );
  return [...names].sort().map((property) => {
    const pairs = readings.map(({ before, after }) => ({
      before: bestOf(before, property),
      after: bestOf(after, property),
    }));
    const users = pairs.filter(({ before, after }) => before.length + after.length > 0);
    return {
      property,
      users: users.length,
      topChanged: users.filter((pair) => pair.before[0] !== pair.after[0]).length,
      orderChanged: users.filter((pair) => !isSame(pair.before, pair.after)).length,
      ...readAs(property),
      values: topsOf(users),
    };
  });
}

/** Whether the best value of any property changes. */
export function changesTop({ before, after }: Reading): boolean {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].some((name) => before.get(name)?.[0]?.value !== after.get(name)?.[0]?.value);
}

type ShownUser = Omit<WhatIfOutput['users'][number], 'userName'>;

/** Users with their best values before and after, those who change most first. */
export function showUsers(readings: readonly Reading[], isNamed: boolean): ShownUser[] {
  const shown = isNamed
    ? readings
    : readings
        .map((reading) => ({ reading, places: placesChanged(reading) }))
        .sort((a, b) => b.places - a.places || (a.reading.userId < b.reading.userId ? -1 : 1))
        .slice(0, usersTold)
        .map(({ reading }) => reading);
  return shown.map(({ userId, cuid, before, after }) => {
    const names = [...new Set([...before.keys(), ...after.keys()])].sort();
    const properties = names.map((property) => ({
      property,
      before: rankedOf(before.get(property)),
      after: rankedOf(after.get(property)),
    }));
    return { userId, cuid, properties };
  });
}

function placesChanged({ before, after }: Reading): number {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.reduce((sum, name) => {
    const [old, fresh] = [bestOf(before, name), bestOf(after, name)];
    return sum + fresh.filter((value, at) => old[at] !== value).length;
  }, 0);
}

function topsOf(pairs: readonly { before: readonly string[]; after: readonly string[] }[]) {
  const tops = new Map<string, { topBefore: number; topAfter: number }>();
  const count = (value: string | undefined, when: 'topBefore' | 'topAfter') => {
    if (value === undefined) return;
    const counted = tops.get(value) ?? { topBefore: 0, topAfter: 0 };
    counted[when] += 1;
    tops.set(value, counted);
  };
  for (const { before, after } of pairs) {
    count(before[0], 'topBefore');
    count(after[0], 'topAfter');
  }
  const all = [...tops].map(([value, counted]) => ({ value, ...counted }));
  const moved = (one: { topBefore: number; topAfter: number }) =>
    Math.abs(one.topAfter - one.topBefore);
  return all
    .sort(
      (a, b) => moved(b) - moved(a) || b.topBefore - a.topBefore || (a.value < b.value ? -1 : 1),
    )
    .slice(0, mostValues);
}

const bestOf = (ranked: RankedAffinity, property: string) =>
  (ranked.get(property) ?? []).slice(0, bestShown).map(({ value }) => value);

const rankedOf = (values: readonly RankedValue[] = []) =>
  values.slice(0, bestShown).map(({ value, rank, score }) => ({ value, rank, score }));

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value, at) => value === other[at]);
