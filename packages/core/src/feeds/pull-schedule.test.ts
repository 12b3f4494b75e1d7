// Tests of when a feed is fetched next.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextPull, type PullSchedule } from './pull-schedule.ts';

const next = (schedule: PullSchedule, now: string, failures = 0, timeZone = 'Europe/Berlin') =>
  new Date(nextPull(schedule, { now: Date.parse(now), timeZone, failures })).toISOString();

test('every so many minutes, later with each failure, and within a day', () => {
  const now = '2026-01-01T00:00:00Z';
  assert.equal(next({ everyMinutes: 30 }, now), '2026-01-01T00:30:00.000Z');
  assert.equal(next({ everyMinutes: 30 }, now, 2), '2026-01-01T02:00:00.000Z');
  assert.equal(next({ everyMinutes: 30 }, now, 500), '2026-01-02T00:00:00.000Z');
  assert.equal(next({ everyMinutes: 10_080 }, now, 3), '2026-01-08T00:00:00.000Z');
});

test('daily on the clock of the zone, also where that is changed', () => {
  const daily = { dailyAt: '02:30' };
  assert.equal(next(daily, '2026-01-01T01:00:00Z'), '2026-01-01T01:30:00.000Z');
  assert.equal(next(daily, '2026-01-01T01:30:00Z'), '2026-01-02T01:30:00.000Z');
  assert.equal(next(daily, '2026-03-28T12:00:00Z'), '2026-03-29T01:30:00.000Z');
  assert.equal(next(daily, '2026-10-24T12:00:00Z'), '2026-10-25T00:30:00.000Z');
  assert.equal(next(daily, '2026-01-01T01:30:00Z', 1), '2026-01-01T01:45:00.000Z');
  assert.equal(next(daily, '2026-01-01T01:30:00Z', 10), '2026-01-02T01:30:00.000Z');
});
