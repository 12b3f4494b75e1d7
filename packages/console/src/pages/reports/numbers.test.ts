// Numbers of reports in the form in which they are read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatOf, sayChance, sayChange, sayInterval, sayNumber, sayUsers } from './numbers.ts';

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

test('each kind of metric has its form', () => {
  const say = (kind: 'conversion' | 'count' | 'revenue' | 'ratio', currency: string | null) =>
    plain(formatOf({ kind, currency })(0.5));
  assert.equal(say('conversion', null), '50 %');
  assert.equal(say('count', null), '0.5');
  assert.equal(say('revenue', 'GBP'), '£0.50');
  assert.equal(say('revenue', null), '0.5');
  assert.equal(say('ratio', 'GBP'), '0.5');
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

test('an interval says which of its ends is not known', () => {
  const say = (low: number | null, high: number | null) => sayInterval({ low, high }, String);
  assert.deepEqual(
    [say(1, 2), say(null, 2), say(1, null), say(null, null)],
    ['1 to 2', 'at most 2', 'at least 1', 'not known yet'],
  );
});

test('users are counted', () => {
  assert.deepEqual([1, 2000].map(sayUsers), ['1 user', '2,000 users']);
});
