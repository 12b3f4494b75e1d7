// Tests of the live view: it keeps nothing unless a site is watched, and never more than stated.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LiveRequest, liveView, mostEntries, mostSites, watchMs } from './live.ts';

const seen = (traceId: string): LiveRequest => ({
  ...{ kind: 'request', endpoint: 'choose', key: 'k', status: 200, ms: 1 },
  ...{ traceId, why: '' },
});

function viewAt(start = 1_700_000_000_000) {
  let now = start;
  const live = liveView(() => now);
  return { live, pass: (ms: number) => (now += ms) };
}

const traces = (entries: readonly { traceId: string }[]) => entries.map(({ traceId }) => traceId);

test('nothing of an unwatched site is kept, and nothing from before the first look', () => {
  const { live } = viewAt();
  live.note(1, seen('before'));
  assert.equal(live.isWatched(1), false);
  assert.deepEqual(live.watch(1), []);
  live.note(1, seen('a'));
  live.note(2, seen('elsewhere'));
  live.note(1, seen('b'));
  assert.deepEqual(traces(live.watch(1)), ['b', 'a']);
  assert.deepEqual(live.watch(2), []);
});

test('a look lasts 30 s; after that all is forgotten', () => {
  const { live, pass } = viewAt();
  live.watch(1);
  live.note(1, seen('a'));
  pass(watchMs - 1);
  assert.deepEqual(traces(live.watch(1)), ['a']);
  pass(watchMs);
  assert.equal(live.isWatched(1), false);
  live.note(1, seen('b'));
  assert.deepEqual(live.watch(1), []);
});

test('a site’s entries and the sites are bounded; the oldest go', () => {
  const { live, pass } = viewAt();
  live.watch(0);
  for (let at = 0; at < 3 * mostEntries; at += 1) live.note(0, seen(String(at)));
  const kept = live.watch(0);
  assert.equal(kept.length, mostEntries);
  assert.deepEqual(traces(kept.slice(0, 1)), [String(3 * mostEntries - 1)]);
  for (let site = 1; site <= mostSites; site += 1) {
    pass(1);
    live.watch(site);
  }
  const watched = Array.from({ length: mostSites + 1 }, (_, site) => live.isWatched(site));
  assert.deepEqual(watched, [false, ...Array.from({ length: mostSites }, () => true)]);
});

test('numbers rise one by one with the time, within 15 digits, on every node', () => {
  const { live, pass } = viewAt();
  live.watch(1);
  for (let at = 0; at < 150; at += 1) live.note(1, seen('fast'));
  pass(1_000);
  live.note(1, seen('later'));
  const numbers = live.watch(1).map(({ number }) => number);
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => b - a),
  );
  assert.equal(new Set(numbers).size, numbers.length);
  const another = viewAt(1_700_000_002_000);
  another.live.watch(1);
  another.live.note(1, seen('elsewhere'));
  const [theirs] = another.live.watch(1);
  assert.ok(theirs!.number > numbers[0]!);
  assert.ok(String(theirs!.number).length <= 15);
});
