// The read-through cache: concurrent requests share one read, and changed values are not cached.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byteCache, type Packing } from '@attune/byte-cache';
import { readThrough } from './records.ts';

const texts: Packing<string> = {
  pack: (text) => ({ main: Buffer.from(text), rare: Buffer.alloc(0) }),
  unpack: ({ main }) => main.text(),
  isDirty: () => false,
};
const cacheOf = (mostBytes: number) => byteCache(mostBytes, texts);

/** A source whose answers a test gives out when it likes. */
function source() {
  const reads: { requested: readonly string[]; answer: (value: string) => void }[] = [];
  const load = (requested: readonly string[]) =>
    new Promise<Map<string, string>>((done) => {
      const answer = (value: string) =>
        done(new Map(requested.map((key) => [key, `${value} ${key}`])));
      reads.push({ requested, answer });
    });
  return { reads, load };
}

const turn = () => new Promise((done) => setImmediate(done));
const only = (...keys: string[]) => new Map(keys.map((key) => [key, key]));

test('requests at the same time share a read, and its values are cached', async () => {
  const { reads, load } = source();
  const records = readThrough(cacheOf(1_000), load);
  const both = Promise.all([records.read(only('a')), records.read(only('b', 'a'))]);
  await turn();
  assert.deepEqual(reads[0]?.requested, ['a', 'b']);
  reads[0]?.answer('first');
  const [one, other] = await both;
  assert.equal(one.get('a'), 'first a');
  assert.equal(other.get('b'), 'first b');
  assert.equal(records.cached('a'), 'first a');
  assert.equal(reads.length, 1);
});

test('what has changed while it was read is returned, and not cached', async () => {
  const { reads, load } = source();
  const records = readThrough(cacheOf(1_000), load);
  const reading = records.read(only('a', 'b'));
  await turn();
  records.forget('a');
  reads[0]?.answer('old');
  assert.equal((await reading).get('a'), 'old a');
  assert.equal(records.cached('a'), undefined);
  assert.equal(records.cached('b'), 'old b');
  const again = records.read(only('c'));
  await turn();
  records.forgetAll();
  reads[1]?.answer('old');
  await again;
  assert.deepEqual([records.cached('b'), records.cached('c')], [undefined, undefined]);
});

test('a request after a change does not share the read that was under way before it', async () => {
  const { reads, load } = source();
  const records = readThrough(cacheOf(1_000), load);
  const before = records.read(only('a'));
  await turn();
  records.forget('a');
  const after = records.read(only('a'));
  await turn();
  assert.equal(reads.length, 2);
  reads[1]?.answer('new');
  assert.equal((await after).get('a'), 'new a');
  reads[0]?.answer('old');
  await before;
  assert.equal(records.cached('a'), 'new a');
});

test('a read that fails fails all that share it, and the next one is tried again', async () => {
  let fails = true;
  const records = readThrough<string, string>(cacheOf(1_000), async (requested) => {
    if (fails) throw new Error('away');
    return new Map(requested.map((key) => [key, key]));
  });
  await assert.rejects(records.read(only('a')), /away/);
  fails = false;
  assert.equal((await records.read(only('a'))).get('a'), 'a');
});

test('what has changed is read again in one read, if it was cached; a request shares that read', async () => {
  const { reads, load } = source();
  const records = readThrough(cacheOf(1_000), load);
  const first = records.read(only('a', 'b'));
  await turn();
  reads[0]?.answer('old');
  await first;
  records.renew(only('a', 'b', 'c'));
  await turn();
  assert.deepEqual(reads[1]?.requested, ['a', 'b']);
  assert.equal(records.cached('a'), undefined);
  const meanwhile = records.read(only('a'));
  reads[1]?.answer('new');
  assert.equal((await meanwhile).get('a'), 'new a');
  assert.equal(records.cached('b'), 'new b');
  assert.equal(reads.length, 2);
});

test('what changes again while it is renewed is not cached', async () => {
  const { reads, load } = source();
  const records = readThrough(cacheOf(1_000), load);
  const first = records.read(only('a'));
  await turn();
  reads[0]?.answer('old');
  await first;
  records.renew(only('a'));
  await turn();
  records.renew(only('a'));
  reads[1]?.answer('newer');
  await turn();
  assert.equal(records.cached('a'), undefined);
});
