// A chart of days has every day, whether something happened or not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastDays } from './days.ts';

test('thirty days in a row end today, each with what happened on it', () => {
  const counted = [{ day: '2026-11-20', views: 3, carts: 1, purchases: 0 }];
  const days = lastDays(counted, Date.parse('2026-11-22T00:30:00Z'));
  assert.equal(days.length, 30);
  assert.deepEqual(days.at(-1), { day: '2026-11-22', views: 0, carts: 0, purchases: 0 });
  assert.deepEqual(days.at(-3), counted[0]);
  assert.equal(days[0]?.day, '2026-10-24');
});
