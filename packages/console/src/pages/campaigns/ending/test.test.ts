// What ends a test is prefilled from its verdict.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { controlsOf, suggested, type TestOf, winnersOf } from './test.ts';

const verdict = (kind: string, variation: number | null = null) =>
  ({ kind, variation, sentence: `It is ${kind}.` }) as TestOf['verdict'];
const variations = [1, 2, 3].map((id) => ({ id, name: `V${id}` }));
const of = (more: Partial<TestOf> = {}): TestOf => ({
  ...{ id: 9, name: 'All', control: 1, variations, verdict: null, ...more },
});

test('the winner is chosen, else the only variation beside the control, else the control', () => {
  assert.deepEqual(winnersOf([of({ verdict: verdict('ship', 3) })]), { 9: 3 });
  assert.deepEqual(winnersOf([of({ variations: variations.slice(0, 2) })]), { 9: 2 });
  assert.deepEqual(winnersOf([of()]), { 9: 1 });
});

test('the journal is prefilled from the verdict and from what everyone gets', () => {
  const tests = [of({ verdict: verdict('ship', 3) })];
  assert.deepEqual(suggested(tests, { 9: 3 }), {
    ...{ conclusion: 'It is ship.', decision: 'shipped' },
  });
  const worse = [of({ verdict: verdict('revert') })];
  assert.equal(suggested(worse, controlsOf(worse)).decision, 'reverted');
  const open = [of({ verdict: verdict('continue') })];
  assert.deepEqual(suggested(open, controlsOf(open)), {
    ...{ conclusion: 'Ended without a result.', decision: 'inconclusive' },
  });
});
