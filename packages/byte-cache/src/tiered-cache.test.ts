// The cache: what was put in, object or packed, and no more than its bound.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byteCache, type Packing } from './tiered-cache.ts';

interface Text {
  readonly text: string;
}

/** Texts in objects, so that it shows which of them were packed. */
const texts: Packing<Text> = {
  pack: ({ text }) => ({ main: Buffer.from(text), rare: Buffer.alloc(0) }),
  unpack: ({ main }) => ({ text: main.text() }),
  isDirty: () => false,
};

test('the cache is bounded, and keeps what is read often', () => {
  const cache = byteCache(12_000, texts);
  for (let at = 0; at < 2_000; at += 1) {
    cache.set(`key ${at}`, { text: `${at}` });
    assert.equal(cache.get('key 0')?.text, '0');
  }
  const cached = Array.from({ length: 2_000 }, (_, at) => cache.get(`key ${at}`));
  const count = cached.filter((value) => value !== undefined).length;
  assert.ok(count >= 100 && count <= 250, `${count} are cached`);
});

test('what is read often stays an object, and what was deleted does not come back', () => {
  const cache = byteCache(2 ** 20, texts);
  const often = { text: 'often' };
  cache.set('often', often);
  for (let at = 0; at < 5_000; at += 1) {
    cache.set(`key ${at}`, { text: `${at}` });
    assert.equal(cache.get('often'), often);
  }
  assert.equal(cache.get('key 0')?.text, '0');
  cache.set('key 0', { text: 'new' });
  for (let at = 0; at < 5_000; at += 1) cache.set(`more ${at}`, { text: `${at}` });
  assert.equal(cache.get('key 0')?.text, 'new');
  for (const one of ['key 1', 'key 4999', 'more 4999']) {
    assert.equal(cache.delete(one), true, one);
    assert.equal(cache.delete(one), false, one);
  }
  for (const one of ['key 1', 'key 4999', 'more 4999'])
    assert.equal(cache.get(one), undefined, one);
  cache.clear();
  assert.equal(cache.get('often'), undefined);
});

test('what is read once passes through, and is packed again with its changes', () => {
  const worked = new Set<Text>();
  const cache = byteCache(2 ** 20, { ...texts, isDirty: (value) => worked.has(value) });
  for (let at = 0; at < 5_000; at += 1) cache.set(`key ${at}`, { text: `${at}` });
  const workOut = (key: string, more: string) => {
    const value = cache.get(key) as { text: string };
    value.text += more;
    worked.add(value);
  };
  workOut('key 0', ' and more');
  workOut('key 1', ' for nothing');
  cache.delete('key 1');
  for (let at = 100; at < 300; at += 1) cache.get(`key ${at}`);
  assert.equal(cache.get('key 0')?.text, '0 and more');
  const staying = cache.get('key 0');
  assert.equal(cache.get('key 0'), staying);
  assert.equal(cache.get('key 1'), undefined);
});
