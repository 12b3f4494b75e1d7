// When models are rebuilt: the fewer events there are, the sooner.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Method } from '@attune/core';
import { nextBuildAt, overdueMs } from './due.ts';

const minuteMs = 60_000;
const noon = Date.parse('2026-01-31T12:00:00Z');
const popularity: Method = { type: 'popularity', event: 'view', window: 30 };
const knn = {
  ...{ type: 'collaborative', algorithm: 'rp3beta', event: 'view', window: 30 },
  ...{ alpha: 1, beta: 0, neighbours: 10 },
} as Method;

/** Minutes from its last build, at noon in UTC, until a model is built next. */
function minutesAfter(method: Method, events: number, readMs?: number): number {
  const facts = { data: { events }, readMs };
  const built = { builtAt: noon, facts };
  const never = { wantedAt: null, startedAt: null, failedAt: null, checkedAt: null };
  const row = { ...never, state: 'ready', built } as unknown as Parameters<typeof nextBuildAt>[1];
  const around = { now: noon + minuteMs, timeZone: 'UTC', siteId: 1 };
  return (nextBuildAt(method, row, around) - noon) / minuteMs;
}

test('of few events a model is rebuilt within minutes, whatever its method', () => {
  assert.equal(minutesAfter(popularity, 500), 2);
  assert.equal(minutesAfter(knn, 500), 2);
});

test('where reading takes long, few events are rebuilt less often, and once an hour at the least', () => {
  assert.equal(minutesAfter(knn, 500, 1_000), 2);
  assert.equal(minutesAfter(knn, 500, 6_000), 10);
  assert.equal(minutesAfter(knn, 500, 60_000), 60);
});

test('of many events counts are rebuilt by the hour, and neighbours in the night', () => {
  assert.equal(minutesAfter(popularity, 1_000_000), 60);
  const minutes = minutesAfter(knn, 1_000_000);
  assert.ok(minutes >= 14 * 60 && minutes < 17 * 60, `${minutes} minutes after noon`);
});

test('a model is overdue since its time came, though builds of it fail, and not after a look', () => {
  const built = { builtAt: noon, facts: { data: { events: 1_000_000 } } };
  const never = { wantedAt: null, startedAt: null, checkedAt: null, neededAt: new Date(noon) };
  const at = (minutes: number, more: object = {}) => {
    const row = { ...never, built, ...more } as unknown as Parameters<typeof overdueMs>[1];
    const around = { now: noon + minutes * minuteMs, timeZone: 'UTC', siteId: 1 };
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
