// What comes is added once, the latest first, and found by what it says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addTo, type Entry, emptyBuffer, matches, mostHeld } from './buffer.ts';

const entry = (number: number, some: Partial<Entry> = {}): Entry => ({
  number,
  at: '2026-01-31T08:00:00.000Z',
  kind: 'request',
  endpoint: 'choose',
  key: 'Shop',
  status: 200,
  ms: 1.5,
  traceId: 'ab12',
  user: null,
  decisionId: null,
  isUsed: null,
  why: '',
  ...some,
});
const numbers = ({ entries }: { entries: readonly Entry[] }) => entries.map(({ number }) => number);

test('what comes goes before what is held, and nothing is held twice', () => {
  const first = addTo(emptyBuffer, { last: '2', entries: [entry(2), entry(1)] });
  const second = addTo(first, { last: '3', entries: [entry(3), entry(2)] });
  assert.deepEqual(numbers(second), [3, 2, 1]);
  assert.equal(second.last, '3');
  const nothing = addTo(second, { last: '3', entries: [] });
  assert.equal(nothing.entries, second.entries);
});

test('the oldest go when there are too many', () => {
  const many = Array.from({ length: mostHeld }, (_, at) => entry(mostHeld - at));
  const full = addTo(emptyBuffer, { last: `${mostHeld}`, entries: many });
  const more = addTo(full, { last: '501', entries: [entry(mostHeld + 1)] });
  assert.equal(more.entries.length, mostHeld);
  assert.deepEqual([numbers(more)[0], numbers(more).at(-1)], [mostHeld + 1, 2]);
});

test('every word of a filter must be there, in whatever part and case', () => {
  const found = (text: string) => matches(entry(1), { text, isRefusedOnly: false });
  assert.ok(found(''));
  assert.ok(found('CHOOSE shop'));
  assert.ok(found('ab12 200'));
  assert.ok(!found('choose nobody'));
});

test('refused are requests that were, and events that are not used', () => {
  const isShown = (some: Partial<Entry>) =>
    matches(entry(1, some), { text: '', isRefusedOnly: true });
  assert.ok(isShown({ status: 403 }));
  assert.ok(isShown({ kind: 'event', status: null, isUsed: false }));
  assert.ok(!isShown({}));
  assert.ok(!isShown({ kind: 'event', status: null, isUsed: true }));
  assert.ok(!isShown({ kind: 'event', status: null, isUsed: null }));
});
