// What turns promise to pages, and to who works behind them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurns } from './turns.ts';

test('work goes on at once while nobody asks for a page', async () => {
  const next = createTurns().begin();
  // Resting for it would take minutes.
  await next(60_000);
});

test('work rests for longer than it took while pages are asked for, and only then', async () => {
  const turns = createTurns();
  const next = turns.begin();
  turns.pageAsked();
  const began = performance.now();
  await next(5);
  assert.ok(performance.now() - began > 15);
  // Resting for it would take minutes.
  await next(60_000);
});

test('each work steps back for the same page', async () => {
  const turns = createTurns();
  const works = [turns.begin(), turns.begin()];
  turns.pageAsked();
  const began = performance.now();
  await Promise.all(works.map((next) => next(5)));
  assert.ok(performance.now() - began > 15);
  for (const next of works) {
    turns.pageAsked();
    const again = performance.now();
    await next(5);
    assert.ok(performance.now() - again > 15);
  }
});
