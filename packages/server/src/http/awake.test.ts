// The clock by which the gate measures patience.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { awakeClock } from './awake.ts';

test('time goes on as it does, but for what nobody looked on for long', () => {
  let now = 1_000;
  const look = awakeClock(() => now);
  const passed = [10, 0, 50, 51, 2_000, 7].map((ms) => {
    const before = look();
    now += ms;
    return look() - before;
  });
  assert.deepEqual(passed, [10, 0, 50, 50, 50, 7]);
});
