// When models are looked at again: the fewer events there are, the sooner.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Method } from '@attune/core';
import { type DueContext, nextBuildAt, overdueMs } from './due.ts';

const minuteMs = 60_000;
const noon = Date.parse('2026-01-31T12:00:00Z');
const anyDay = { timeZone: 'UTC', siteId: 1, budgetFrom: 0 };
type Row = Parameters<typeof nextBuildAt>[1];
const popularity: Method = { type: 'popularity', event: 'view', window: 30 };
const knn = {
  ...{ type: 'collaborative', algorithm: 'rp3beta', event: 'view', window: 30 },
  ...{ alpha: 1, beta: 0, neighbours: 10 },
} as Method;

/** Minutes from its last build, a minute past noon in UTC, until a model is built next. */
function minutesAfter(method: Method, events: number, more: Partial<DueContext> = {}): number {
  const builtAt = noon + minuteMs;
  const facts = { data: { events: 0 }, mark: `20 2026-01-31:${events}` };
  const never = { wantedAt: null, startedAt: null, failedAt: null, checkedAt: null };
  const row = { ...never, state: 'ready', built: { builtAt, facts } };
  const around = { ...anyDay, now: builtAt, ...more };
  return (nextBuildAt(method, row as unknown as Row, around) - builtAt) / minuteMs;
}

test('where a site has just begun a model is looked at every two minutes, whatever its method', () => {
  assert.equal(minutesAfter(popularity, 500), 1);
  assert.equal(minutesAfter(knn, 500), 1);
});

test('a small log is looked at once an hour, at the same minute, whatever the method', () => {
  assert.equal(minutesAfter(popularity, 5_000), 36);
  assert.equal(minutesAfter(knn, 5_000), 36);
  assert.equal(minutesAfter(knn, 5_000, { siteId: 2 }), 13);
});

test('of many events counts are rebuilt by the hour, and neighbours in the night', () => {
  assert.equal(minutesAfter(popularity, 1_000_000), 36);
  const minutes = minutesAfter(knn, 1_000_000);
  assert.ok(minutes >= 14 * 60 - 1 && minutes < 17 * 60, `${minutes} minutes after noon`);
});

test('once the budget is used up, a rebuild waits for the next UTC day, or longer where its time does', () => {
  const budgetFrom = noon + 12 * 60 * minuteMs;
  assert.equal(minutesAfter(popularity, 500, { budgetFrom }), 12 * 60 - 1);
  assert.equal(minutesAfter(popularity, 1_000_000, { budgetFrom }), 12 * 60 - 1);
  assert.equal(
    minutesAfter(knn, 1_000_000, { budgetFrom }),
    minutesAfter(knn, 1_000_000, { budgetFrom: 0 }),
  );
});

test('a model is overdue since its time came, though builds of it fail, and not after a look', () => {
  const built = { builtAt: noon, facts: { data: { events: 1_000_000 }, mark: '' } };
  const never = { wantedAt: null, startedAt: null, checkedAt: null, neededAt: new Date(noon) };
  const at = (minutes: number, more: object = {}) => {
    const row = { ...never, built, ...more } as unknown as Parameters<typeof overdueMs>[1];
    const around = { ...anyDay, siteId: 0, now: noon + minutes * minuteMs };
    return overdueMs(popularity, row, around) / minuteMs;
  };
  const after = (minutes: number) => new Date(noon + minutes * minuteMs);
  assert.equal(at(59), 0);
  assert.equal(at(90), 30);
  assert.equal(at(90, { failedAt: after(80) }), 30);
  assert.equal(at(90, { checkedAt: after(80) }), 0);
  assert.equal(at(50, { wantedAt: after(40) }), 10, 'somebody waits for it');
  assert.equal(at(20, { built: undefined }), 20, 'it was never built');
});
