// What numeric properties promise: bins of even interest that keep their names, the same for all.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CompleteEvent, Signal } from '../events/event.ts';
import { foldEvents } from '../profile/fold.ts';
import { emptyProfile } from '../profile/profile.ts';
import { binNames, binOf, quantileBoundaries, renewBins, sumByBin } from './bins.ts';
import { detailProperty } from './detail.ts';
import * as normalisers from './normaliser.ts';
import { readAffinity } from './read.ts';
import { defaultAffinitySettings } from './settings.ts';
import { affinityText } from './text.ts';
import { blendRanks, rankVisit } from './visit.ts';

const today = 20_000;
const edgesLists = fc
  .uniqueArray(fc.integer({ min: -50, max: 500 }), { minLength: 1, maxLength: 8 })
  .map((boundaries) => boundaries.sort((a, b) => a - b));

function said(reported: readonly (readonly [Signal, string, string])[]): CompleteEvent[] {
  return reported.map(([signal, property, value], at) => ({
    event: {
      ...{ id: `${at}`, time: today * 86_400_000, name: 'said', session: '' },
      ...{ kind: 'custom', properties: {} },
    },
    identified: true,
    observations: [{ signal, values: new Map([[property, [value]]]) }],
  }));
}

test('every number is in one bin, to which its lower boundary belongs; words are in none', () => {
  assert.deepEqual(binNames([10, 25.5]), ['<10', '10-25.5', '>=25.5']);
  assert.deepEqual(
    ['9.99', '10', '25.5', '1e3', '-5', 'red', '', '10-25.5'].map((one) => binOf([10, 25.5], one)),
    ['<10', '10-25.5', '>=25.5', '>=25.5', '<10', undefined, undefined, '10-25.5'],
  );
  fc.assert(
    fc.property(
      edgesLists,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      (boundaries, number) => {
        const below = boundaries.filter((edge) => edge <= number).length;
        assert.equal(binOf(boundaries, String(number)), binNames(boundaries)[below]);
      },
    ),
    { numRuns: 300 },
  );
});

test('quantiles part the interest evenly, in round numbers', () => {
  const even = new Map(Array.from({ length: 100 }, (_, at) => [String(at + 1), 1]));
  assert.deepEqual(quantileBoundaries(even, 5), [21, 41, 61, 81]);
  const skewed = new Map([
    ['1', 1_000],
    ['999', 1],
  ]);
  assert.deepEqual(quantileBoundaries(skewed, 5), []);
  assert.deepEqual(quantileBoundaries(new Map([['word', 5]]), 5), []);
});

test('names stay while they part well enough, and go when they no longer do', () => {
  const uniform = (from: number, to: number) =>
    new Map(Array.from({ length: to - from }, (_, at) => [String(from + at), 1]));
  const first = renewBins(undefined, uniform(0, 100), 4);
  assert.deepEqual(renewBins(first, uniform(5, 110), 4), first);
  const moved = renewBins(first, uniform(80, 400), 4);
  assert.notDeepEqual(moved.boundaries, first.boundaries);
  assert.notDeepEqual(renewBins(first, uniform(0, 100), 5).boundaries, first.boundaries);
  assert.deepEqual(renewBins(first, new Map(), 4), first);
});

test('a person’s bins are the sums of their numbers, in any order, and survive the normaliser’s text', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 2, max: 6 }), (prices, count) => {
      const settings = {
        ...defaultAffinitySettings,
        properties: ['price'],
        bandsByProperty: { price: count },
      };
      const events = said(prices.map((price) => ['view', 'price', String(price)]));
      const profile = foldEvents(emptyProfile(), events);
      const totals = normalisers.startTotals();
      normalisers.addToTotals(totals, profile, settings, today);
      const made = normalisers.makeNormaliser(totals, 1, today, settings);
      const normaliser = normalisers.decodeNormaliser(normalisers.encodeNormaliser(made));
      assert.deepEqual(normaliser, made);
      const read = (of: CompleteEvent[]) =>
        readAffinity(foldEvents(emptyProfile(), of), settings, normaliser, today);
      assert.deepEqual([...read(events)], [...read(events.toReversed())]);
      const { boundaries } = made.bands.get('price')!;
      if (boundaries.length === 0) return;
      const sums = sumByBin(new Map(prices.map((price) => [String(price), 0])), boundaries);
      for (const price of prices) {
        const bin = binOf(boundaries, String(price))!;
        sums.set(bin, sums.get(bin)! + 1);
      }
      for (const { value, score } of read(events).get('price') ?? []) {
        assert.equal(score, Math.min(sums.get(value)!, settings.dailyCap));
      }
    }),
    { numRuns: 100 },
  );
});

test('without boundaries a numeric property says nothing; at fixed ones it needs no totals', () => {
  const profile = foldEvents(emptyProfile(), said([['view', 'price', '12']]));
  const read = (bandsByProperty: Record<string, number | number[]>) =>
    affinityText(
      readAffinity(profile, { ...defaultAffinitySettings, bandsByProperty }, undefined, today),
    );
  assert.equal(read({ price: 5 }), '{}');
  assert.equal(read({ price: [10, 20] }), '{"price":{"10-20":1}}');
  assert.equal(read({}), '{"price":{"12":1}}');
});

test('edits rank over events, mutes leave out, and a dislike never makes a score below 0', () => {
  const profile = foldEvents(
    emptyProfile(),
    said([
      ['purchase', 'color', 'red'],
      ['view', 'color', 'blue'],
      ['inform', 'color', 'grey'],
      ['dislike', 'color', 'grey'],
    ]),
  );
  const edits = [
    { property: 'color', value: 'blue', action: 'boost', amount: 20, day: today },
    { property: 'color', value: 'gold', action: 'set', amount: 10, day: today },
    { property: 'color', value: 'red', action: 'mute', day: today },
  ] as const;
  const settings = { ...defaultAffinitySettings, muted: [{ property: 'color', value: 'gold' }] };
  const ranked = (of: typeof defaultAffinitySettings) =>
    affinityText(readAffinity(profile, of, undefined, today, edits));
  assert.equal(ranked(defaultAffinitySettings), '{"color":{"blue":1,"gold":2}}');
  assert.equal(ranked(settings), '{"color":{"blue":1}}');
  const detail = detailProperty(profile, 'color', settings, undefined, today, edits);
  const reported = new Map(detail.map((one) => [one.value, one]));
  assert.deepEqual([reported.get('grey')?.points, reported.get('grey')?.score], [-4, 0]);
  assert.deepEqual(
    ['blue', 'red', 'gold'].map((value) => reported.get(value)?.mutedBy),
    [null, 'teammate', 'site'],
  );
  assert.equal(reported.get('blue')?.confidence, 1 / 5);
  assert.equal(reported.get('grey')?.confidence, 2 / 6);
});

test('a visit is blended by shares, and scores keep the size of both together', () => {
  const ranked = (scores: Record<string, number>) =>
    Object.entries(scores).map(([value, score], at) => ({
      ...{ value, score, expected: score, rank: at + 1, lastDay: today },
    }));
  const long = ranked({ blue: 6, green: 2 });
  const visit = rankVisit(
    [{ signal: 'add-to-cart', values: new Map([['color', ['red']]]) }],
    'color',
    defaultAffinitySettings,
    undefined,
    today,
  );
  const scores = (weight: number) =>
    Object.fromEntries(blendRanks(long, visit, weight).map(({ value, score }) => [value, score]));
  assert.deepEqual(scores(0.5), { red: 6, blue: 4.5, green: 1.5 });
  assert.deepEqual(scores(0), { blue: 6, green: 2 });
  assert.deepEqual(scores(1), { red: 12 });
  assert.deepEqual(blendRanks([], visit, 0.2), visit);
  assert.equal(blendRanks(long, [], 0.5), long);
});
