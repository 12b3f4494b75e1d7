// What a site learns of how much its liking counts: the cases, and how profiles are sampled.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { foldEvents } from '../profile/fold.ts';
import { emptyProfile, type Profile } from '../profile/profile.ts';
import { sampleProfiles } from './hold-out.ts';
import { defaultAffinitySettings } from './settings.ts';
import { learnSiteWeight } from './site-weight.ts';

interface Case {
  readonly name: string;
  readonly people: number;
  readonly days: readonly [day: number, value: string, times: number][];
  readonly inForce?: number;
  readonly working?: string;
  readonly weight: number;
  readonly judged: number;
  readonly ndcg: number;
  readonly ndcgAlone: number;
}

const file = new URL('../../../../cases/affinity.json', import.meta.url);
const { learned } = JSON.parse(readFileSync(file, 'utf8')) as { learned: readonly Case[] };
const today = 20_000;

function profileOf(name: string, days: Case['days']): Profile {
  const events = days.flatMap(([day, value, times]) =>
    Array.from({ length: times }, (_, at) => ({
      event: {
        ...{ id: `${day} ${value} ${at}`, time: (today + day) * 86_400_000, name: 'view' },
        ...{ session: '', kind: 'product-view' as const, sku: 's' },
      },
      identified: true,
      observations: [
        {
          signal: 'view' as const,
          values: new Map([['n', [value === 'own' ? `own of ${name}` : value]]]),
        },
      ],
    })),
  );
  return foldEvents(emptyProfile(), events);
}

for (const { name, people, days, inForce, working: _, ...expected } of learned) {
  test(`learned: ${name}`, () => {
    const sample = sampleProfiles(['n']);
    for (let at = 0; at < people; at++) sample.add(`${at}`, profileOf(`${at}`, days));
    const before = inForce === undefined ? undefined : { weight: inForce, ...unknown };
    const learning = { sample, settings: defaultAffinitySettings, bins: undefined, before };
    const { weight, people: judged, ndcg, ndcgAlone } = learnSiteWeight(learning, 'n');
    const rounded = (figure: number) => Number(figure.toFixed(4));
    assert.deepEqual(
      { weight, judged, ndcg: rounded(ndcg), ndcgAlone: rounded(ndcgAlone) },
      expected,
    );
  });
}

const unknown = { people: 0, ndcg: 0, ndcgAlone: 0 };

test('of many profiles the same few are looked at, in whatever order they come', () => {
  const ids = Array.from({ length: 500 }, (_, at) => `${at}`);
  const sampled = (order: readonly string[]) => {
    const sample = sampleProfiles(['n'], 100);
    for (const id of order) sample.add(id, profileOf(id, [[0, 'own', 1]]));
    return sample.histories('n').map(([first]) => first!.value);
  };
  const some = sampled(ids);
  assert.ok(some.length > 30 && some.length <= 100, `${some.length}`);
  assert.deepEqual(sampled(ids.toReversed()).sort(), some.toSorted());
});

test('numbers are judged in their bins, and not at all before there are any', () => {
  const sample = sampleProfiles(['price']);
  for (let at = 0; at < 60; at++) {
    const profile = profileOf('', [
      [0, '12', 1],
      [0, '80', 1],
      [2, '13', 1],
    ]);
    const properties = new Map([['price', profile.properties.get('n')!]]);
    sample.add(`${at}`, { ...profile, properties });
  }
  const settings = { ...defaultAffinitySettings, bandsByProperty: { price: 2 } };
  const judged = (bins: Map<string, { count: number; boundaries: number[] }>) => {
    const learning = { sample, settings, bins: { bands: bins }, before: undefined };
    const { people, ndcg } = learnSiteWeight(learning, 'price');
    return [people, Number(ndcg.toFixed(4))];
  };
  assert.deepEqual(judged(new Map()), [0, 0]);
  // Equal scores go by name: <50 comes before >=50, and 13 is below 50.
  assert.deepEqual(judged(new Map([['price', { count: 2, boundaries: [50] }]])), [60, 1]);
});
