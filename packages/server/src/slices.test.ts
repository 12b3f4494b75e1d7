// What slices promise to who is to have a turn between them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slices } from './slices.ts';

test('the next slice begins when the rest before it is over, and has its whole time', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const pause = slices(new AbortController().signal, { ms: 10_000, rest: () => promise });
  let hasBegun = false;
  const next = pause.now().then(() => {
    hasBegun = true;
  });
  await new Promise(setImmediate);
  assert.equal(hasBegun, false);
  resolve();
  await next;
  assert.equal(pause.isDue(), false);
});

test('work that is ended has no further slice', async () => {
  const ending = new AbortController();
  const pause = slices(ending.signal);
  ending.abort(new Error('the node stops'));
  await assert.rejects(pause.now(), /the node stops/);
});
