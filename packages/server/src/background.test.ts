// How background work makes room for page requests.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBackgroundWork } from './background.ts';

/** Of a slice of 50 ms, while many pages are requested. */
const longestRestMs = 400;

/** A slice of work: it keeps the loop busy. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

const msOf = async (next: () => Promise<void>) => {
  const began = performance.now();
  await next();
  return performance.now() - began;
};

test('work goes on at once while no page is requested', async () => {
  const next = createBackgroundWork().begin(8, longestRestMs);
  work(50);
  assert.ok((await msOf(next)) < longestRestMs);
});

test('work rests for longer than it took while many pages are requested, and only then', async () => {
  const turns = createBackgroundWork();
  const next = turns.begin(8, longestRestMs);
  work(10);
  for (let page = 0; page < 100; page += 1) turns.pageRequested();
  assert.ok((await msOf(next)) > 70);
  work(50);
  assert.ok((await msOf(next)) < longestRestMs);
});

test('a single page is no reason for a long rest', async () => {
  const turns = createBackgroundWork();
  const next = turns.begin(8, longestRestMs);
  work(50);
  turns.pageRequested();
  assert.ok((await msOf(next)) < longestRestMs);
});

test('all background work steps back for the same pages', async () => {
  const turns = createBackgroundWork();
  const works = [turns.begin(8, longestRestMs), turns.begin(8, longestRestMs)];
  work(10);
  for (let page = 0; page < 100; page += 1) turns.pageRequested();
  for (const ms of await Promise.all(works.map(msOf))) assert.ok(ms > 70);
});

test('a rest ends once the work is to stop', async () => {
  const stopping = new AbortController();
  const turns = createBackgroundWork();
  const next = turns.begin(1_000, 60_000, stopping.signal);
  work(10);
  for (let page = 0; page < 100; page += 1) turns.pageRequested();
  const resting = next();
  stopping.abort();
  assert.ok((await msOf(() => resting)) < 1_000);
});
