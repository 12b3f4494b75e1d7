// Tests of a feed's health report.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alarmsOf, type FeedMeasure, groupRejections } from './health.ts';

const measure = (items: number, columns: [string, number, number][]): FeedMeasure => ({
  ...{ items, looked: items, isExact: true, suggestedAffinity: [] },
  columns: columns.map(([column, filled, distinct]) => ({ column, filled, distinct })),
});
const allGood = { accepted: 100, rejected: 5 };

test('columns that became emptier or poorer, or are gone, are reported, and no others', () => {
  const before = measure(100, [
    ['image_url', 0.99, 90],
    ['brand', 0.8, 40],
    ['color', 0.5, 6],
    ['rare', 0.04, 5],
    ['price', 1, 80],
  ]);
  const now = measure(95, [
    ['image_url', 0.4, 40],
    ['brand', 0.75, 19],
    ['price', 0.95, 78],
  ]);
  assert.deepEqual(alarmsOf(now, before, allGood), [
    {
      kind: 'emptier',
      column: 'image_url',
      detail: 'image_url is filled in 40 % of the items; it was in 99 %.',
    },
    { kind: 'fewer-values', column: 'brand', detail: 'brand has 19 different values; it had 40.' },
    { kind: 'gone', column: 'color', detail: 'No item has color any more; 50 % had it.' },
  ]);
  assert.deepEqual(alarmsOf(before, before, allGood), []);
});

test('many rejected rows and a feed that shrank are reported', () => {
  const kinds = (accepted: number, rejected: number, items = 100) =>
    alarmsOf(measure(items, []), measure(100, []), { accepted, rejected }).map(({ kind }) => kind);
  assert.deepEqual(kinds(94, 6), ['rejected']);
  assert.deepEqual(kinds(95, 5, 80), []);
  assert.deepEqual(kinds(100, 0, 79), ['shrunk']);
  assert.deepEqual(alarmsOf(measure(1, []), undefined, { accepted: 0, rejected: 0 }), []);
});

test('rejected rows are grouped by what their messages have in common', () => {
  const message = (price: string) => `price must be a number, not "${price}"`;
  const groups = groupRejections([
    { item: '#1', message: 'sku is missing' },
    { item: 'a', message: message('x \\" y') },
    { item: 'b', message: message('12,50') },
    { item: 'c', message: 'the sku comes again in #12: its last row counts' },
  ]);
  assert.deepEqual(
    groups.map(({ reason, rows }) => [reason, rows]),
    [
      ['price must be a number, not "…"', 2],
      ['sku is missing', 1],
      ['the sku comes again in #…: its last row counts', 1],
    ],
  );
  assert.deepEqual(
    groups[0]!.examples.map(({ item }) => item),
    ['a', 'b'],
  );
});
