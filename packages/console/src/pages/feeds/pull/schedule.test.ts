// Schedules in everyday words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saySchedule } from './schedule.ts';

test('minutes become hours and days where they are whole ones', () => {
  const said = [15, 60, 180, 1_440, 2_880].map((everyMinutes) =>
    saySchedule({ everyMinutes }, 'UTC'),
  );
  assert.deepEqual(said, [
    'Every 15 minutes',
    'Every hour',
    'Every 3 hours',
    'Every day',
    'Every 2 days',
  ]);
  assert.equal(saySchedule({ dailyAt: '04:30' }, 'Europe/Oslo'), 'Daily at 04:30 (Europe/Oslo)');
});
