// Tests of the semaphores for changes of feeds: who gets a place, who waits, and for how long.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { withSemaphore } from './semaphore.ts';

/** Work that goes on until it is ended, in a pool that is never connected. */
function openLane(longestWaitMs?: number) {
  const pool = new pg.Pool();
  const begun: string[] = [];
  const begin = (siteId: number, name: string) => {
    const { promise, resolve: end } = Promise.withResolvers<void>();
    const work = async () => {
      begun.push(name);
      await promise;
    };
    return { end, done: withSemaphore(pool, 'upload', siteId, work, longestWaitMs) };
  };
  return { begin, begun };
}

const settled = () => new Promise(setImmediate);

test('one site has two of three places, and another site passes what waits for a third', async () => {
  const { begin, begun } = openLane();
  const works = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((name) =>
    begin(name.startsWith('a') ? 1 : 2, name),
  );
  assert.deepEqual(begun, ['a1', 'a2', 'b1']);
  works[4]?.end();
  await settled();
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'b2']);
  works[1]?.end();
  await settled();
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'b2', 'a3']);
  for (const { end } of works) end();
  await Promise.all(works.map(({ done }) => done));
  assert.equal(begun.at(-1), 'a4');
});

test('a change that waits too long is refused with a retry time, and takes no place later', async () => {
  const { begin, begun } = openLane(20);
  const works = [begin(1, 'a1'), begin(1, 'a2')];
  const refused = { code: 'not_ready', headers: { 'retry-after': '10' } };
  await assert.rejects(begin(1, 'late').done, refused);
  for (const { end } of works) end();
  await Promise.all(works.map(({ done }) => done));
  const last = begin(1, 'a3');
  last.end();
  await last.done;
  assert.deepEqual(begun, ['a1', 'a2', 'a3']);
});

test('no more than 25 of a site wait, and no more than 50 of all', async () => {
  const { begin } = openLane();
  const works: { end: () => void; done: Promise<void> }[] = [];
  for (const siteId of [1, 2]) {
    const count = siteId === 1 ? 27 : 26;
    for (let at = 0; at < count; at += 1) works.push(begin(siteId, `${siteId}`));
    await assert.rejects(begin(siteId, 'too many').done, { code: 'not_ready' });
  }
  await assert.rejects(begin(3, 'too many').done, { code: 'not_ready' });
  for (const { end } of works) end();
  await Promise.all(works.map(({ done }) => done));
});
