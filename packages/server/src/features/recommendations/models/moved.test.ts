// A model is built again where enough of what it was made of has moved, and not before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeMethod, type LearningMethod } from '@attune/core';
import { hasMoved, markOf } from './moved.ts';

const builtAt = Date.parse('2026-03-31T12:00:00Z');
const dayMs = 86_400_000;
const popularity = completeMethod({ type: 'popularity', event: 'view', window: 30 });
const trending = completeMethod({ type: 'trending', event: 'view', window: 30, recent: 3 });

/** Changes by how many days ago they were, when the model was built. */
type Changes = Readonly<Record<number, number>>;
const daysOf = (changes: Changes) =>
  Object.entries(changes).map(([ago, changes]) => ({
    ...{ day: new Date(builtAt - Number(ago) * dayMs).toISOString().slice(0, 10), changes },
    erasures: 0,
  }));

function moved(was: Changes, is: Changes, { method = popularity, days = 0, mostADay = 20 } = {}) {
  const mark = markOf({ days: daysOf(was), mostADay: 20 });
  const log = { at: builtAt + days * dayMs, days: daysOf(is), mostADay };
  return hasMoved(method as LearningMethod, { mark, builtAt }, log);
}

test('what a site has just begun with is news: its first event, and the second', () => {
  assert.equal(moved({}, {}), false);
  assert.equal(moved({}, { 0: 1 }), true);
  assert.equal(moved({ 0: 1 }, { 0: 2 }), true);
});

test('of a small log it takes the square root of its events, of a large one a hundredth', () => {
  assert.equal(moved({ 1: 60, 0: 40 }, { 1: 60, 0: 49 }), false);
  assert.equal(moved({ 1: 60, 0: 40 }, { 1: 60, 0: 50 }), true);
  assert.equal(moved({ 1: 5e6, 0: 5e6 }, { 1: 5e6, 0: 5e6 + 10_000 }), false);
  assert.equal(moved({ 1: 5e6, 0: 5e6 }, { 1: 5e6 + 40_000, 0: 5e6 + 60_000 }), true);
});

test('a day that leaves the window counts with its events, and one without events does not', () => {
  const quiet = { 29: 5, 10: 995 };
  const busy = { 29: 50, 10: 950 };
  assert.equal(moved(quiet, quiet, { days: 1 }), false);
  assert.equal(moved(busy, busy, { days: 0 }), false);
  assert.equal(moved(busy, busy, { days: 1 }), true);
});

test('what is no longer recent is news of what is trending, though nothing came', () => {
  const log = { 20: 1_000, 2: 50 };
  assert.equal(moved(log, log, { days: 1 }), false);
  assert.equal(moved(log, log, { method: trending, days: 0 }), false);
  assert.equal(moved(log, log, { method: trending, days: 1 }), true);
});

test('an erasure is news, but for one of a day that the window has not', () => {
  const is = (ago: number) => {
    const before = daysOf({ 40: 1_000, 1: 1_000 });
    const [day] = daysOf({ [ago]: 1_001 });
    const after = before.map((one) => (one.day === day!.day ? { ...day!, erasures: 1 } : one));
    const mark = markOf({ days: before, mostADay: 20 });
    const log = { at: builtAt, days: after, mostADay: 20 };
    return hasMoved(popularity as LearningMethod, { mark, builtAt }, log);
  };
  assert.equal(is(1), true);
  assert.equal(is(40), false);
});

test('another setting of how much one user counts is news, and so is what an earlier release built', () => {
  const log = { 1: 1_000 };
  assert.equal(moved(log, log, { mostADay: 5 }), true);
  const now = { at: builtAt, days: daysOf(log), mostADay: 20 };
  const earlier = { mark: '2026-03-31 30 1000 20', builtAt };
  assert.equal(hasMoved(popularity as LearningMethod, earlier, now), true);
});
