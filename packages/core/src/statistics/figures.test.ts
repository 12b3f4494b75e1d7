// Numbers of reports in the form in which they are read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatOf,
  sayChance,
  sayChange,
  sayHours,
  sayInterval,
  sayInterval95,
  sayNumber,
  sayPercent,
  sayUsers,
} from './figures.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('a number has the digits that matter', () => {
  const cases = [
    [0, '0'],
    [0.01234, '0.0123'],
    [12.345, '12.3'],
    [1234.5, '1,235'],
    [-2.7654, '−2.77'],
  ] as const;
  for (const [value, said] of cases) assert.equal(sayNumber(value), said);
});

test('each unit has its form', () => {
  const say = (unit: 'share' | 'number' | 'money', currency: string | null) =>
    plain(formatOf({ unit, currency })(0.5));
  assert.equal(say('share', null), '50 %');
  assert.equal(say('number', 'GBP'), '0.5');
  assert.equal(say('money', 'GBP'), '£0.50');
  assert.equal(say('money', null), '0.5');
});

test('changes have a sign, and no chance is rounded to certainty', () => {
  assert.deepEqual([0.042, -0.00962, 0, 0.00042].map(sayChange).map(plain), [
    '+4.2 %',
    '−1 %',
    '0 %',
    '+0.04 %',
  ]);
  assert.deepEqual([0.999, 0.001, 0.965, 1, 0].map(sayChance).map(plain), [
    'above 99 %',
    'below 1 %',
    '97 %',
    '100 %',
    '0 %',
  ]);
});

test('an interval has one unit, as many decimals at both ends, and no dash between signs', () => {
  const said = (low: number | null, high: number | null, say = sayPercent) =>
    plain(sayInterval({ low, high }, say) ?? 'unknown');
  assert.equal(said(0.0883, 0.326), '8.8–32.6 %');
  assert.equal(said(0.0291, 0.0342), '2.91–3.42 %');
  assert.equal(said(-0.021, 0.043, sayChange), '−2.1 to +4.3 %');
  assert.equal(said(0.031, 0.224, sayChange), '+3.1 to +22.4 %');
  const money = formatOf({ unit: 'money', currency: 'GBP' });
  assert.equal(said(4.2, 5.1, money), '£4.20–£5.10');
  assert.deepEqual([said(null, 0.2), said(0.1, null)], ['up to 20 %', 'from 10 %']);
  assert.equal(plain(sayInterval95({ low: 0.1, high: 0.2 }, sayPercent)), '95 % interval 10–20 %');
  const unknown = { low: null, high: null };
  assert.equal(sayInterval95(unknown, sayPercent), 'Too little data for an interval');
});

test('whole days are days, and a single day has 24 hours', () => {
  assert.deepEqual([1, 24, 36, 72].map(sayHours), ['1 hour', '24 hours', '36 hours', '3 days']);
});

test('users are counted', () => {
  assert.deepEqual([1, 2000].map(sayUsers), ['1 user', '2,000 users']);
});
