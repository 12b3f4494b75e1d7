// Metrics in words, and back and forth between their form and what is stored.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MetricInput } from '@attune/contract';
import { draftOf, errorsOf, metricOf, newDraft } from './draft.ts';
import { sayCounted } from './labels.ts';
import { rowsOf, whereOf } from './where.ts';

const yearly: MetricInput = {
  name: 'Yearly plans',
  kind: 'ratio',
  event: { name: 'subscribed', where: { plan: 'yearly', seats: { $gte: 5, $lt: 50 } } },
  of: 'seats',
  denominator: { event: { type: 'signup' } },
  serverSideOnly: true,
  windowHours: 336,
  winsorise: 99,
  better: 'lower',
};

test('what is stored comes back from the form as it was', () => {
  assert.deepEqual(metricOf(draftOf(yearly)), yearly);
  const where = [
    { a: '5', b: 5, c: true, d: 'x, "y"', e: ' z ' },
    { a: { $in: ['x', '5', 5, 'a, b'], $exists: true }, b: { $exists: false } },
    { a: { $ne: '', $nin: [false] } },
  ];
  for (const one of where) assert.deepEqual(whereOf(rowsOf(one)), one);
  assert.equal(whereOf([{ property: ' ', operator: '$eq', value: 'x' }]), undefined);
});

test('a metric says what it counts', () => {
  const cases: [MetricInput, string][] = [
    [
      { name: 'a', kind: 'conversion', event: { type: 'purchase' } },
      'Share of users with at least one purchase, within 3 days of first exposure.',
    ],
    [
      { name: 'a', kind: 'revenue', event: { type: 'purchase' }, winsorise: 99, windowHours: 24 },
      'Mean per user in the site’s currency: sum of value of each purchase, within 24 hours of first exposure. Capped at the 99th percentile.',
    ],
    [
      {
        ...{ name: 'a', kind: 'count', event: { name: 'read' } },
        windowHours: 1,
        serverSideOnly: true,
      },
      'Mean per user: number of “read” events, within 1 hour of first exposure. Server-side events only.',
    ],
  ];
  for (const [metric, said] of cases) assert.equal(sayCounted(metric), said);
  const said = sayCounted(yearly);
  assert.match(said, /where plan is yearly and seats is at least 5 and seats is less than 50/);
  assert.match(said, / divided by number of sign-up events, .*Lower is better[.]$/);
});

test('what a kind of metric does not have is not sent, and what is missing is reported', () => {
  const draft = { ...draftOf(yearly), kind: 'conversion' as const };
  const { of, denominator, winsorise } = metricOf(draft);
  assert.deepEqual([of, denominator, winsorise], [undefined, undefined, undefined]);
  const event = { ...newDraft.event, type: 'custom' as const };
  assert.deepEqual(Object.keys(errorsOf({ ...newDraft, event })), ['name', 'event']);
});
