// Days begin and end by the clocks of the site, also when those are changed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOfDay, startOfDay } from './day.ts';

const iso = (at: Date | undefined) => at?.toISOString();

test('a day begins at midnight of the time zone', () => {
  assert.equal(iso(startOfDay('2026-01-31', 'UTC')), '2026-01-31T00:00:00.000Z');
  assert.equal(iso(startOfDay('2026-01-31', 'Europe/Vienna')), '2026-01-30T23:00:00.000Z');
  assert.equal(iso(startOfDay('2026-07-31', 'America/New_York')), '2026-07-31T04:00:00.000Z');
  assert.equal(iso(startOfDay('2026-01-31', 'Asia/Kathmandu')), '2026-01-30T18:15:00.000Z');
});

test('a day on which clocks are changed has 23 or 25 hours', () => {
  const hours = (day: string) =>
    (endOfDay(day, 'Europe/Vienna')!.getTime() - startOfDay(day, 'Europe/Vienna')!.getTime()) /
    3_600_000;
  assert.equal(hours('2026-03-29'), 23);
  assert.equal(hours('2026-10-25'), 25);
  assert.equal(hours('2026-10-26'), 24);
});

test('what is no day is none', () => {
  assert.equal(startOfDay('', 'UTC'), undefined);
  assert.equal(startOfDay('2026-13-01', 'UTC'), undefined);
  assert.equal(endOfDay('soon', 'UTC'), undefined);
});
