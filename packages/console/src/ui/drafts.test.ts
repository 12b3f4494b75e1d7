// Tests of drafts: they outlive the page, are one teammate's, and go when they are over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseWritten } from '@attune/core';
import { createDrafts, type DraftStorage } from './drafts.ts';

/** Storage as a browser has it, with room for so many characters. */
function storageOf(room = Number.POSITIVE_INFINITY): DraftStorage {
  const texts = new Map<string, string>();
  return {
    getItem: (name) => texts.get(name) ?? null,
    setItem(name, text) {
      if (text.length > room) throw new Error('QuotaExceededError');
      texts.set(name, text);
    },
    removeItem: (name) => void texts.delete(name),
    key: (at) => [...texts.keys()][at] ?? null,
    get length() {
      return texts.size;
    },
  };
}

const campaign = ['draft of campaign', 'shop', '7'];
const dayMs = 86_400_000;

test('a draft outlives its page, with every digit of its numbers', () => {
  const storage = storageOf();
  const value = parseWritten('{"name":"Hero","payload":12345678901234567890.10}');
  createDrafts(storage).write('ann', campaign, value, 0);
  const read = createDrafts(storage).read('ann', campaign);
  assert.equal(JSON.stringify(read), JSON.stringify(value));
});

test('a draft is found by its teammate, its site and its thing alone', () => {
  const drafts = createDrafts(storageOf());
  drafts.write('ann', campaign, { name: 'Hero' }, 0);
  assert.equal(drafts.read('bob', campaign), undefined);
  assert.equal(drafts.read('ann', ['draft of campaign', 'other', '7']), undefined);
  assert.equal(drafts.read('ann', ['draft of campaign', 'shop', '8']), undefined);
  assert.deepEqual(drafts.read('ann', campaign), { name: 'Hero' });
});

test('a draft that is over leaves nothing in the browser', () => {
  const storage = storageOf();
  const drafts = createDrafts(storage);
  drafts.write('ann', campaign, { name: 'Hero' }, 0);
  drafts.write('ann', campaign, undefined, 0);
  assert.deepEqual([drafts.read('ann', campaign), storage.length], [undefined, 0]);
});

test('a draft without room is kept in the page, which then asks before it is closed', () => {
  for (const storage of [storageOf(20), undefined]) {
    const drafts = createDrafts(storage);
    drafts.write('ann', campaign, { name: 'A name that is too long' }, 0);
    assert.deepEqual(drafts.read('ann', campaign), { name: 'A name that is too long' });
    assert.equal(drafts.areStored(), false);
    drafts.write('ann', campaign, undefined, 0);
    assert.equal(drafts.areStored(), true);
  }
});

test('drafts go after 90 days, and what is not a draft stays', () => {
  const storage = storageOf();
  const drafts = createDrafts(storage);
  drafts.write('ann', campaign, { name: 'Old' }, 0);
  drafts.write('ann', ['draft of settings', 'shop'], { name: 'New' }, 80 * dayMs);
  storage.setItem('attune-draft of nothing', 'no JSON');
  storage.setItem('attune-last-site', 'shop');
  drafts.forgetOld(91 * dayMs);
  assert.equal(drafts.read('ann', campaign), undefined);
  assert.deepEqual(drafts.read('ann', ['draft of settings', 'shop']), { name: 'New' });
  const names = Array.from({ length: storage.length }, (_, at) => storage.key(at));
  assert.deepEqual(
    names.filter((name) => !name?.includes('settings')),
    ['attune-last-site'],
  );
});

test('drafts that were taken up can be removed, where a page fails by one', () => {
  const storage = storageOf();
  createDrafts(storage).write('ann', campaign, { broken: true }, 0);
  const drafts = createDrafts(storage);
  assert.equal(drafts.areRestored(), false);
  drafts.read('ann', campaign);
  assert.equal(drafts.areRestored(), true);
  drafts.removeRestored();
  assert.deepEqual([drafts.read('ann', campaign), drafts.areRestored()], [undefined, false]);
});
