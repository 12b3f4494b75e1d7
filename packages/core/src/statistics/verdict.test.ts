// What a test as a whole says, from its parts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Corrected, reachVerdict, type VerdictFacts } from './verdict.ts';

const variation = (id: number, pValue: number, [estimate, low, high]: number[]): Corrected => ({
  ...{ id, pValue, users: 10_000 },
  uplift: { estimate: estimate ?? null, low: low ?? null, high: high ?? null },
});
const facts: VerdictFacts = {
  ...{ isRatioSuspect: false, better: 'higher', alpha: 0.05, look: 'any-time' },
  ...{ minimumEffect: 0.05, variations: [] },
};
const better = variation(2, 0.01, [0.2, 0.05, 0.4]);
const best = variation(3, 0.04, [0.3, 0.01, 0.6]);
const worse = variation(4, 0.001, [-0.2, -0.3, -0.1]);
const same = variation(5, 0.6, [0.01, -0.02, 0.04]);
const open = variation(6, 0.3, [0.04, -0.1, 0.18]);
const early = variation(7, 1, [0.5]);

test('the variation that gains most of those that differ is shipped', () => {
  const reached = reachVerdict({ ...facts, variations: [better, best, worse, open] });
  assert.deepEqual(reached, { kind: 'ship', variation: 3 });
});

test('where less is better, the one that has less is shipped', () => {
  const reached = reachVerdict({ ...facts, better: 'lower', variations: [better, worse] });
  assert.deepEqual(reached, { kind: 'ship', variation: 4 });
});

test('a sample ratio that is suspect forbids any other verdict', () => {
  const reached = reachVerdict({ ...facts, isRatioSuspect: true, variations: [better] });
  assert.deepEqual(reached, { kind: 'broken' });
});

test('the control is kept only when every other variation is worse', () => {
  assert.deepEqual(reachVerdict({ ...facts, variations: [worse] }), { kind: 'revert' });
  assert.equal(reachVerdict({ ...facts, variations: [worse, open] }).kind, 'continue');
});

test('no difference is said of what is within the least change, or at the one look', () => {
  const within = { kind: 'no-difference', largest: 0.04 } as const;
  assert.deepEqual(reachVerdict({ ...facts, variations: [same] }), within);
  assert.equal(reachVerdict({ ...facts, variations: [open] }).kind, 'continue');
  const once = reachVerdict({ ...facts, look: 'once', variations: [open] });
  assert.deepEqual(once, { kind: 'no-difference', largest: 0.18 });
});

test('before the planned look there is none, whatever the numbers say', () => {
  const reached = reachVerdict({ ...facts, look: 'not-yet', variations: [better] });
  assert.deepEqual(reached, { kind: 'continue', users: null });
});

test('going on takes the users at which the interval leaves out 0 or fits the least change', () => {
  const reached = reachVerdict({ ...facts, variations: [open] });
  assert.ok(reached.kind === 'continue' && reached.users !== null);
  // Half of its width, 0.14, has to shrink to 0.04: by a little more than the root of users.
  const times = reached.users / 10_000;
  assert.ok(times > 3.5 ** 2 && times < 1.5 * 3.5 ** 2, `${times}`);
  const unknown = reachVerdict({ ...facts, variations: [early] });
  assert.deepEqual(unknown, { kind: 'continue', users: null });
});
