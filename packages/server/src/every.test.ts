// Work that is done again and again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { every } from './every.ts';
import { createLog } from './log/log.ts';
import { eventually } from './testing.ts';

const log = createLog('silent');

test('work that takes long is begun again beside itself, so many at once and no more', async () => {
  const ends: (() => void)[] = [];
  let begun = 0;
  const work = () => {
    begun += 1;
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const stop = every({ log }, 1, 'tests', work, 2);
  await eventually(async () => begun === 2);
  for (const round of [3, 4, 5]) {
    ends.shift()!();
    await eventually(async () => begun === round);
    assert.equal(ends.length, 2);
  }
  const stopped = stop();
  for (const end of ends) end();
  await stopped;
  assert.equal(begun, 5);
});

test('work is done one time after the other, also where it failed', async () => {
  let underWay = 0;
  let most = 0;
  let done = 0;
  const work = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    done += 1;
    if (done === 1) throw new Error('the first time');
  };
  const stop = every({ log }, 1, 'tests', work);
  await eventually(async () => done >= 3);
  await stop();
  assert.deepEqual([most, underWay], [1, 0]);
});
