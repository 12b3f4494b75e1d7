// What a profile's reading promises: the cases, and what holds for any profile.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { compileReader } from '../conditions/path.ts';
import type { CompleteEvent, Signal } from '../events/event.ts';
import { foldEvents } from '../profile/fold.ts';
import type { Profile } from '../profile/profile.ts';
import { emptyProfile } from '../profile/profile.ts';
import { compareByCodePoint } from '../text/characters.ts';
import {
  addToTotals,
  decodeNormaliser,
  encodeNormaliser,
  makeNormaliser,
  startTotals,
} from './normaliser.ts';
import { chooseProperties } from './properties.ts';
import { readAffinity } from './read.ts';
import { checkAffinitySettings, defaultAffinitySettings } from './settings.ts';
import { affinityAttributes, affinityText } from './text.ts';

type Said = [day: number, signal: Signal, property: string, value: string, times: number];

interface Case {
  readonly name: string;
  readonly today: number;
  readonly settings?: object;
  readonly totals?: [string, [string, number][]][];
  readonly profiles?: number;
  readonly events: Said[];
  readonly text: string;
}

const file = new URL('../../../../cases/affinity.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: Case[] };

const names = fc.oneof(
  fc.constantFrom('42', '7', '__proto__', 'constructor', '\u{1f600}', '\uff5e', 'x'.repeat(1_000)),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
);
const signals = fc.constantFrom<Signal>('view', 'add-to-cart', 'purchase', 'remove-from-cart');
const saids = fc.array(
  fc.tuple(fc.integer({ min: 19_900, max: 20_001 }), signals, names, names, fc.constant(1)),
  { maxLength: 40 },
);

for (const each of cases) {
  test(`affinity: ${each.name}`, () => {
    const settings = { ...defaultAffinitySettings, ...each.settings };
    const totals = each.totals?.map(([name, values]) => [name, new Map(values)] as const);
    const profiles = new Map(totals?.map(([name]) => [name, each.profiles ?? 0]));
    const normaliser =
      totals && makeNormaliser({ scores: new Map(totals), profiles }, 1, each.today);
    const ranked = readAffinity(profileOf(each.events), settings, normaliser, each.today);
    assert.equal(affinityText(ranked), each.text);
  });
}

test('ranks are 1..n without gaps, scores fall, and the text parses back to them', () => {
  fc.assert(
    fc.property(saids, (events) => {
      const ranked = readAffinity(profileOf(events), defaultAffinitySettings, undefined, 20_000);
      const parsed = JSON.parse(affinityText(ranked)) as Record<string, Record<string, number>>;
      assert.deepEqual(Object.keys(parsed).sort(compareByCodePoint), [...ranked.keys()]);
      for (const [property, values] of ranked) {
        assert.deepEqual(
          values.map(({ rank }) => rank),
          values.map((_, at) => at + 1),
        );
        for (const [at, { value, score }] of values.entries()) {
          assert.ok(score > 0);
          assert.ok(at === 0 || values[at - 1]!.score >= score * (1 - 1e-9));
          assert.equal(Object.getOwnPropertyDescriptor(parsed[property], value)?.value, at + 1);
        }
      }
    }),
    { numRuns: 100 },
  );
});

test('the order of the events does not change a bit of any score', () => {
  fc.assert(
    fc.property(saids, (events) => {
      const read = (said: Said[]) =>
        readAffinity(profileOf(said), defaultAffinitySettings, undefined, 20_000);
      assert.deepEqual([...read(events)], [...read(events.toReversed())]);
    }),
    { numRuns: 100 },
  );
});

test('at most the best 100 values of a property are ranked', () => {
  const events = Array.from(
    { length: 150 },
    (_, at): Said => [20_000 - at, 'view', 'sku', `v${at}`, 1],
  );
  const ranked = readAffinity(profileOf(events), defaultAffinitySettings, undefined, 20_000);
  const values = ranked.get('sku')!;
  assert.equal(values.length, 100);
  assert.equal(values[0]!.value, 'v0');
  assert.equal(values[99]!.value, 'v99');
});

test('a score is the sum of weights that halve with each half-life', () => {
  const events: Said[] = [
    [20_000, 'view', 'color', 'red', 3],
    [19_970, 'purchase', 'color', 'red', 1],
    [19_940, 'refund', 'color', 'red', 1],
  ];
  const ranked = readAffinity(profileOf(events), defaultAffinitySettings, undefined, 20_000);
  assert.deepEqual(ranked.get('color'), [
    { value: 'red', score: 5, expected: 5, rank: 1, lastDay: 20_000 },
  ]);
});

test('what feeds or settings do not name is not read; without either, ten properties are', () => {
  const names = Array.from({ length: 30 }, (_, at) => `p${String(at).padStart(2, '0')}`);
  const filtered = names.map((name): Said => [20_000, 'filter', name, 'v', 1]).reverse();
  const informed = names.map((name): Said => [20_000, 'inform', name, 'v', 1]).reverse();
  const read = (settings: object, feeds: { affinity: string[] }[], said = filtered) => {
    const chosen = chooseProperties({ ...defaultAffinitySettings, ...settings }, feeds);
    return [...readAffinity(profileOf(said), chosen, undefined, 20_000).keys()];
  };
  const feeds = [{ affinity: ['p20', 'color'] }, { affinity: ['p20', 'p03'] }];
  assert.deepEqual(read({}, feeds), ['p03', 'p20']);
  assert.deepEqual(read({ properties: ['p29'] }, feeds), ['p29']);
  assert.deepEqual(read({}, [{ affinity: [] }]), []);
  assert.deepEqual(read({}, []), names.slice(0, 10));
  // Stated preferences are read beside the feeds' columns, ten in all.
  assert.deepEqual(read({}, [{ affinity: ['p29'] }], informed), [...names.slice(0, 9), 'p29']);
  assert.deepEqual(read({ properties: ['p29'] }, feeds, informed), ['p29']);
});

test('attributes hold inherited names only when the person has them', () => {
  const odd = '__proto__';
  const profile = profileOf([[20_000, 'view', odd, 'constructor', 1]]);
  const ranked = readAffinity(profile, defaultAffinitySettings, undefined, 20_000);
  const attributes = affinityAttributes(
    () => [...ranked.keys()],
    (property) => ranked.get(property) ?? [],
  );
  const read = compileReader;
  assert.deepEqual(read(`${odd}.constructor`)(attributes), { rank: 1, score: 1 });
  assert.equal(read('toString')(attributes), undefined);
  assert.equal(read(`${odd}.toString`)(attributes), undefined);
  const shown = JSON.stringify(attributes);
  assert.equal(shown, `{"${odd}":{"constructor":{"rank":1,"score":1}}}`);
});

test('a normaliser survives its text, whatever the names are', () => {
  fc.assert(
    fc.property(saids, (events) => {
      const totals = startTotals();
      addToTotals(totals, profileOf(events), defaultAffinitySettings, 20_000);
      const normaliser = makeNormaliser(totals, 7, 20_000);
      const text = encodeNormaliser(normaliser);
      assert.equal(encodeNormaliser(decodeNormaliser(text)), text);
      assert.deepEqual(decodeNormaliser(text).totals.size, normaliser.totals.size);
    }),
    { numRuns: 50 },
  );
});

test('totals add up the scores of all profiles', () => {
  const totals = startTotals();
  for (const times of [1, 2]) {
    const profile = profileOf([[20_000, 'view', 'color', 'red', times]]);
    addToTotals(totals, profile, defaultAffinitySettings, 20_000);
  }
  assert.deepEqual([...totals.scores], [['color', new Map([['red', 3]])]]);
  assert.deepEqual([...totals.profiles], [['color', 2]]);
});

test('the default settings pass, and every fault of others is listed', () => {
  assert.deepEqual(checkAffinitySettings(defaultAffinitySettings), []);
  const faults = checkAffinitySettings(
    {
      ...defaultAffinitySettings,
      weights: { ...defaultAffinitySettings.weights, view: '1', refund: 1e9 },
      halfLifeDays: 0,
      halfLifeDaysByProperty: { 'a/b': 366 },
      normalisation: 1.5,
      dailyCap: 0,
      properties: [''],
    },
    '/affinity',
  );
  assert.deepEqual(
    faults.map(({ pointer }) => pointer),
    [
      '/affinity/weights/view',
      '/affinity/weights/refund',
      '/affinity/halfLifeDays',
      '/affinity/normalisation',
      '/affinity/dailyCap',
      '/affinity/halfLifeDaysByProperty/a~1b',
      '/affinity/properties',
    ],
  );
});

function profileOf(events: readonly Said[]): Profile {
  return foldEvents(
    emptyProfile(),
    events.flatMap(([day, signal, property, value, times], at) =>
      Array.from({ length: times }, (_, time): CompleteEvent => {
        const id = `${at}-${time}`;
        const event = { id, time: day * 86_400_000, name: 'said', session: '' };
        const observation = { signal, values: new Map([[property, [value]]]) };
        return {
          event: { ...event, kind: 'custom', properties: {} },
          identified: true,
          observations: [observation],
        };
      }),
    ),
  );
}
