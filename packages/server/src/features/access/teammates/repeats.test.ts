// What counts as sent again, and for how long.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinRepeats } from './repeats.ts';

test('what is sent again is done again once its seconds have passed, or where it failed', async () => {
  let now = 0;
  let done = 0;
  const { once } = joinRepeats<number>(() => now);
  const work = async () => {
    done += 1;
    return done;
  };
  assert.deepEqual(await Promise.all([once(['a'], work), once(['a'], work)]), [1, 1]);
  now = 9_999;
  assert.equal(await once(['a'], work), 1);
  assert.equal(await once(['b'], work), 2);
  now = 10_000;
  assert.equal(await once(['a'], work), 3);
  const fail = async () => {
    throw new Error('no');
  };
  await assert.rejects(once(['c'], fail));
  assert.equal(await once(['c'], work), 4);
});
