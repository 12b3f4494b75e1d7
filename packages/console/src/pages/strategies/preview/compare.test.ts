// Two lists side by side say slot by slot what differs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesIn, sayDifference } from './compare.ts';

const list = (...skus: (string | null)[]) => skus.map((sku, slot) => ({ slot, sku }));

test('items are found at the same slot, at another, or nowhere', () => {
  const places = placesIn(list('a', 'b', 'c'), list('a', 'c', 'd', null));
  assert.deepEqual(
    [...places],
    [
      ['a', 'same'],
      ['c', 2],
      ['d', 'missing'],
    ],
  );
});

test('differences are put in a sentence', () => {
  const say = (one: ReturnType<typeof list>, other: ReturnType<typeof list>) =>
    sayDifference(one, other);
  assert.equal(say(list('a', 'b'), list('a', 'b')), 'Both give the same 2 slots.');
  assert.equal(say(list('a'), list('a')), 'Both give the same item.');
  assert.equal(say(list('a', 'b'), list('b', 'a')), '2 of 2 slots differ; the items are the same.');
  assert.equal(
    say(list('a', 'b'), list('a', 'c')),
    '1 of 2 slots differs; 2 items are in one alone.',
  );
  assert.equal(say(list('a', 'b'), list('a')), '1 of 2 slots differs; 1 item is in one alone.');
  assert.equal(say(list(null), list('a')), '1 of 1 slots differs; 1 item is in one alone.');
  assert.equal(say(list('a', 'b', 'c'), list()), '3 of 3 slots differ; 3 items are in one alone.');
});
