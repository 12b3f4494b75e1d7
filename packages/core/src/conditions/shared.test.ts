// Conditions that ask the same share their test; those that only look alike do not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileCondition } from './index.ts';

/** Operands that are easily taken for one another, each with the one value that passes it. */
const alike: readonly (readonly [operand: unknown, passes: unknown])[] = [
  [1, 1],
  ['1', '1'],
  [null, null],
  ['null', 'null'],
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  [true, true],
  ['true', 'true'],
  [{ $eq: 2 }, 2],
  [{ $eq: '2' }, '2'],
  [{ $in: [3] }, 3],
  [{ $in: ['3'] }, '3'],
];
const values = alike.map(([, passes]) => passes);

test('what only looks like another condition is asked for by itself', () => {
  const conditions = alike.map(([operand]) => compileCondition({ 'shared\\.test': operand }));
  for (const [at, { test: passes }] of conditions.entries()) {
    const found = values.filter((value) => passes({ 'shared.test': value }));
    assert.deepEqual(found, [values[at]]);
  }
});

test('a condition that shares its tests says all that it reads, and what a missing value counts as', () => {
  const operand = { $gte: 0 };
  const paths = ['affinity.color.red.rank', 'cart.value'];
  for (const path of [...paths, ...paths]) {
    const { test: passes, reads } = compileCondition({ [path]: { $lte: 5, ...operand } });
    assert.deepEqual(
      reads.map((read) => read.path),
      [path],
    );
    assert.equal(passes({}), path === 'cart.value');
  }
});
