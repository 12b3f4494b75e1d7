// Tests of the age of a mark: no setting of the clock makes it younger than the machine knows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageOf, machineClock } from './machine-clock.ts';

const day = 86_400_000;
const mark = { at: 1_000_000_000_000, boot: 'one', upMs: 50_000 };
const later = (atMs: number, upMs: number, boot: string | undefined = 'one') => ({
  at: mark.at + atMs,
  boot,
  upMs: mark.upMs + upMs,
});

test('within a boot, a clock that is set back makes nothing younger', () => {
  assert.equal(ageOf(mark, later(7_000, 7_000)), 7_000);
  assert.equal(ageOf(mark, later(-day, 7_000)), 7_000);
  assert.equal(ageOf(mark, later(1_000, 7_000)), 7_000);
});

test('a clock that is set forward makes things older: in doubt a key is not honoured', () => {
  assert.equal(ageOf(mark, later(day, 7_000)), day);
});

test('across boots the clock has to do, and the future counts as long ago', () => {
  assert.equal(ageOf(mark, later(60_000, -40_000, 'two')), 60_000);
  assert.equal(ageOf(mark, later(-1, 60_000, 'two')), Number.POSITIVE_INFINITY);
  const unnamed = { ...mark, boot: undefined };
  const now = { ...later(-1, 60_000), boot: undefined };
  assert.equal(ageOf(unnamed, now), Number.POSITIVE_INFINITY);
});

test('a boot that seems to have been later is ignored', () => {
  assert.equal(ageOf(mark, later(60_000, -40_000)), 60_000);
  assert.equal(ageOf(mark, later(-60_000, -40_000)), Number.POSITIVE_INFINITY);
});

test('time passes on this machine', () => {
  const clock = machineClock();
  const first = clock.mark();
  const second = clock.mark();
  assert.ok(second.upMs >= first.upMs && clock.since(first) >= second.upMs - first.upMs);
  assert.ok(ageOf(first, clock.mark()) < day);
});
