// The events behind a value, in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayDay, sayEvents } from './labels.ts';

test('events are counted in words, whatever they are called', () => {
  assert.equal(sayEvents({ purchase: 1, view: 2 }), '2 views, 1 purchase');
  assert.equal(sayEvents({ 'add-to-cart': 3 }), '3 into the cart');
  assert.equal(sayEvents({ toString: 1 }), '1 toString');
  assert.equal(sayEvents({}), 'no events that are listed');
});

test('days are those of UTC', () => {
  assert.equal(sayDay('2026-11-21T23:59:00.000Z'), '21 Nov 2026');
  assert.equal(sayDay(null), 'never');
});
