// Conditions in words, and the parts that made them fail.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConditionTrace, explainCondition } from '@attune/core';
import { culpritsOf, sayFound, sayPart, sayValue } from './condition-labels.ts';

const none = new Map<number, string>();
const part = (trace: Partial<ConditionTrace>): ConditionTrace => ({
  pass: false,
  operator: '$eq',
  ...trace,
});

test('a part says what it asks, and what it found', () => {
  const cases = [
    [part({ path: 'channel', expected: 'APP', actual: 'WEB' }), 'channel is APP', 'WEB'],
    [part({ operator: '$in', path: 'a', expected: ['x', 1] }), 'a is one of x, 1', 'nothing'],
    [part({ operator: '$exists', path: 'a', expected: false, actual: 2 }), 'a is not there', '2'],
    [part({ operator: '$and', children: [] }), 'All of these', undefined],
    [part({ operator: '$not', path: 'a', children: [] }), 'Not this, of a', undefined],
    [part({ operator: '$audience', expected: 7 }), 'In the audience 7', undefined],
    [part({ operator: '$own', path: 'a', expected: {} }), 'a $own {}', 'nothing'],
    [part({ path: 'a', expected: '', actual: null }), 'a is an empty text', 'null'],
  ] as const;
  for (const [trace, asked, found] of cases) {
    assert.equal(sayPart(trace, none), asked);
    assert.equal(sayFound(trace), found);
  }
});

test('an audience is called by its name, and long values are cut between letters', () => {
  const trace = part({ operator: '$audience', expected: 7 });
  assert.equal(sayPart(trace, new Map([[7, 'VIPs']])), 'In the audience VIPs');
  assert.equal(sayValue('👑'.repeat(200)), `${'👑'.repeat(79)}…`);
});

test('what made a condition fail is the part to look at, and not those around it', () => {
  const culprits = (condition: unknown) =>
    [...culpritsOf(explainCondition(condition, {}, { a: 1, b: 2, c: 3 }))].map((trace) =>
      sayPart(trace, none),
    );
  assert.deepEqual(culprits({ a: 1, b: 2 }), []);
  assert.deepEqual(culprits({ a: 1, b: 5, c: { $gt: 3 } }), ['b is 5', 'c is above 3']);
  assert.deepEqual(culprits({ a: 1, $or: [{ b: 1 }, { c: 1 }] }), ['b is 1', 'c is 1']);
  assert.deepEqual(culprits({ $nor: [{ a: 1 }, { b: 1 }] }), ['a is 1']);
  assert.deepEqual(culprits({ a: { $not: { $in: [1, 2] } }, b: 2 }), ['a is one of 1, 2']);
});
