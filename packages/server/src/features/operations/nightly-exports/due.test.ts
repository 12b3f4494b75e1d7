// When a night begins, when it is due, and how long a failure waits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDue, nextNightAt, nightAt, retryAfter } from './due.ts';

const at = (text: string) => Date.parse(`2026-11-${text}:00Z`);
const none = { night: null, heldUntil: null, retryAt: null };

test('a night begins at its hour, and has the days before it', () => {
  assert.equal(nightAt(at('29T01:59'), { hour: 2 }), '2026-11-28');
  assert.equal(nightAt(at('29T02:00'), { hour: 2 }), '2026-11-29');
  assert.equal(nightAt(at('29T00:00'), { hour: 0 }), '2026-11-29');
  assert.equal(nextNightAt('2026-11-28', { hour: 2 }), at('29T02:00'));
});

test('a night that was missed or never was is due, one that is done or under way is not', () => {
  const now = at('29T12:00');
  assert.equal(isDue(none, now, '2026-11-29'), true);
  assert.equal(isDue({ ...none, night: '2026-11-27' }, now, '2026-11-29'), true);
  assert.equal(isDue({ ...none, night: '2026-11-29' }, now, '2026-11-29'), false);
  assert.equal(isDue({ ...none, heldUntil: new Date(now + 1) }, now, '2026-11-29'), false);
  assert.equal(isDue({ ...none, heldUntil: new Date(now) }, now, '2026-11-29'), true);
  assert.equal(isDue({ ...none, retryAt: new Date(now + 1) }, now, '2026-11-29'), false);
});

test('failures wait twice as long each time, and two hours at most', () => {
  const minutes = [1, 2, 3, 6, 40].map((failures) => retryAfter(failures) / 60_000);
  assert.deepEqual(minutes, [5, 10, 20, 120, 120]);
});
