// What conditions over activity promise: exact counts, whole UTC days, words for what is misspelt.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  checkCondition,
  compileCondition,
  explainCondition,
  formatPath,
} from '../conditions/index.ts';
import type { CompleteEvent, EventFacts, Signal } from '../events/event.ts';
import { emptyProfile, foldEvents } from '../profile/index.ts';
import { signals } from '../profile/profile.ts';
import { activityAttributes, countActivity } from './index.ts';

const today = 20_500;
const dayMs = 86_400_000;

interface Reported {
  readonly daysAgo: number;
  readonly facts: EventFacts;
  readonly name?: string;
  readonly signal?: Signal;
  readonly value?: string;
}

const events = (reported: readonly Reported[]): CompleteEvent[] =>
  reported.map(({ daysAgo, facts, name = 'any', signal, value }, at) => ({
    event: { id: `e${at}`, time: (today - daysAgo) * dayMs + at, name, session: '', ...facts },
    identified: false,
    observations: signal ? [{ signal, values: new Map([['cat.egory', [value ?? 'Shoes']]]) }] : [],
  }));

function attributesOf(reported: readonly Reported[]) {
  const profile = foldEvents(emptyProfile(), events(reported));
  return { activity: activityAttributes((asked) => countActivity(profile, asked, today)) };
}

const custom: EventFacts = { kind: 'custom', properties: {} };
const purchase: EventFacts = { kind: 'purchase', cart: [] };
const view: EventFacts = { kind: 'product-view', sku: 's' };
const refund: EventFacts = { kind: 'refund' };

test('a window holds today and the days before it, and nothing else counts', () => {
  const attributes = attributesOf([
    { daysAgo: 0, facts: purchase },
    { daysAgo: 6, facts: purchase },
    { daysAgo: 7, facts: purchase },
    { daysAgo: -1, facts: purchase },
    { daysAgo: 2, facts: custom, name: 'signup' },
    { daysAgo: 2, facts: custom, name: 'other' },
    { daysAgo: 2, facts: refund },
    { daysAgo: 4, facts: refund },
  ]);
  const asked: [string, number][] = [
    ['activity.purchase.7d', 2],
    ['activity.purchase.8d', 3],
    ['activity.event.signup.14d', 1],
    ['activity.event.signup.2d', 0],
    ['activity.custom.3d', 2],
    ['activity.days.7d', 3],
    ['activity.pageview.366d', 0],
  ];
  for (const [path, count] of asked) {
    const trace = explainCondition({ [path]: { $gte: 1 } }, {}, attributes);
    assert.deepEqual([path, trace.actual, trace.pass], [path, count, count > 0]);
    assert.deepEqual(checkCondition({ [path]: count }, {}), []);
  }
});

test('values of properties are counted by signal, whatever their names hold', () => {
  const reported = ['__proto__', 'Shoes', 'a.b\\c', '7d', 'Shoes'].map(
    (value, daysAgo): Reported => ({ daysAgo, facts: view, signal: 'view', value }),
  );
  const attributes = attributesOf([...reported, { daysAgo: 1, facts: view, signal: 'filter' }]);
  const count = (signal: string, value: string, days: string) => {
    const path = formatPath(['activity', signal, 'cat.egory', value, days]);
    assert.deepEqual(checkCondition({ [path]: 1 }, {}), []);
    return explainCondition({ [path]: 1 }, {}, attributes).actual;
  };
  assert.equal(count('view', 'Shoes', '30d'), 2);
  assert.equal(count('view', 'Shoes', '4d'), 1);
  assert.equal(count('filter', 'Shoes', '30d'), 1);
  for (const value of ['__proto__', 'a.b\\c', '7d']) assert.equal(count('view', value, '30d'), 1);
});

test('a campaign counts for who was shown it and for who clicked it, not for who was held out', () => {
  const variation = { campaignId: 1023, experienceId: 1, variationId: 2 };
  const drawn = { ...variation, revision: 1, propensity: 1, allocationVersion: 1, isKept: false };
  const exposure: EventFacts = { kind: 'exposure', ...drawn };
  const attributes = attributesOf([
    { daysAgo: 0, facts: exposure },
    { daysAgo: 3, facts: exposure },
    { daysAgo: 1, facts: { kind: 'click', ...variation } },
    { daysAgo: 1, facts: { kind: 'impression', ...variation } },
    { daysAgo: 0, facts: { ...exposure, campaignId: 7 } },
    { daysAgo: 0, facts: { ...exposure, campaignId: 8, holdoutId: 9 } },
  ]);
  const asked: [string, number][] = [
    ['activity.exposure.1023.30d', 2],
    ['activity.exposure.1023.3d', 1],
    ['activity.exposure.7.1d', 1],
    ['activity.exposure.8.30d', 0],
    ['activity.click.1023.30d', 1],
    ['activity.click.7.30d', 0],
    ['activity.click.30d', 1],
    ['activity.days.30d', 1],
  ];
  for (const [path, count] of asked) {
    assert.deepEqual(checkCondition({ [path]: count }, {}), []);
    const { actual } = explainCondition({ [path]: { $gte: 1 } }, {}, attributes);
    assert.deepEqual([path, actual], [path, count]);
  }
});

test('counts are those of the events, for any history and window', () => {
  const reported = fc.array(
    fc.record({
      daysAgo: fc.integer({ min: 0, max: 9 }),
      facts: fc.constantFrom(custom, purchase, view),
      name: fc.constantFrom('a', 'b'),
      signal: fc.constantFrom(...signals),
      value: fc.constantFrom('x', 'y'),
    }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(reported, fc.integer({ min: 1, max: 12 }), (all, days) => {
      const profile = foldEvents(emptyProfile(), events(all));
      const count = (asked: Parameters<typeof countActivity>[1]) =>
        countActivity(profile, asked, today);
      const within = all.filter(({ daysAgo }) => daysAgo < days);
      const of = (test: (one: Reported) => boolean) => within.filter(test).length;
      assert.equal(
        count({ of: 'kind', kind: 'purchase', days }),
        of((e) => e.facts === purchase),
      );
      assert.equal(
        count({ of: 'event', name: 'a', days }),
        of((e) => e.facts === custom && e.name === 'a'),
      );
      assert.equal(count({ of: 'days', days }), new Set(within.map((e) => e.daysAgo)).size);
      const signal = 'view';
      assert.equal(
        count({ of: 'value', signal, property: 'cat.egory', value: 'x', days }),
        of((e) => e.signal === 'view' && e.value === 'x'),
      );
    }),
    { numRuns: 200 },
  );
});

test('what is misspelt is refused in words, where it stands', () => {
  const refused = [
    ['activity', /neither a kind/],
    ['activity.purchase', /must be activity\./],
    ['activity.purchase.0d', /number of UTC days/],
    ['activity.purchase.367d', /number of UTC days/],
    ['activity.purchase.1w', /number of UTC days/],
    ['activity.bought.7d', /neither a kind of event .*purchase.* nor days/],
    ['activity.view.color.7d', /must be activity\./],
    ['activity.purchase.7d.red.30d', /must be activity\./],
    ['activity.exposure.30d', /must be activity\./],
    ['activity.click..30d', /must be activity\./],
  ] as const;
  for (const [path, words] of refused) {
    const [fault, ...others] = checkCondition({ $and: [{ [path]: { $gte: 1 } }] }, {});
    assert.deepEqual([fault?.pointer, others], [`/$and/0/${path}`, []]);
    assert.match(fault!.detail, words);
    assert.equal(compileCondition({ [path]: { $gte: 1 } }).test(attributesOf([])), false);
  }
  const own = { orders: { $elemMatch: { 'activity.any': 1 } } };
  assert.deepEqual(checkCondition(own, {}), []);
});

test('attributes show what was asked of activity, so that a decision can be asked again', () => {
  const attributes = attributesOf([{ daysAgo: 0, facts: purchase }]);
  const condition = { 'activity.purchase.7d': 1, 'activity.view.color.red.3d': 0 };
  assert.equal(compileCondition(condition).test(attributes), true);
  const shown = JSON.parse(JSON.stringify(attributes));
  assert.deepEqual(shown, {
    activity: { purchase: { '7d': 1 }, view: { color: { red: { '3d': 0 } } } },
  });
  assert.equal(compileCondition(condition).test(shown), true);
});
