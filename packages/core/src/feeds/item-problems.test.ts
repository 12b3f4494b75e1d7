// Tests of the problems of single items: what is missing, and which value cost a row.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectedColumns, problemOfRow, problemsOfItem } from './item-problems.ts';

const measured = [
  { column: 'price', filled: 0.9, distinct: 5 },
  { column: 'color', filled: 0.5, distinct: 2 },
  { column: 'image_url', filled: 0, distinct: 0 },
];

test('an item should fill what affinity, recommendations and an alarm need, if any item does', () => {
  const alarms = [{ kind: 'emptier', column: 'color', detail: '' }] as const;
  assert.deepEqual(expectedColumns(measured, ['categories'], alarms), ['price', 'color']);
  assert.deepEqual(expectedColumns(measured, ['color'], []), ['color', 'price']);
});

test('what an item lacks is a problem of its own each, and so is a price of nothing', () => {
  const item = { sku: 'a', price: 0, categories: [] };
  assert.deepEqual(problemsOfItem(item, ['price', 'categories']), [
    { sku: 'a', problem: 'categories is missing', value: null },
    { sku: 'a', problem: 'price is 0', value: 0 },
  ]);
  assert.deepEqual(problemsOfItem({ sku: 'b', price: 1 }, ['price']), []);
});

test('a rejected row has the value that cost it beside the reason', () => {
  const stock = problemOfRow('a', 'in_stock must be a word of stock, not "on \\"way\\""');
  assert.deepEqual(stock, {
    ...{ sku: 'a', problem: 'rejected: in_stock must be a word of stock', value: 'on "way"' },
  });
  const cut = problemOfRow('#3', 'price must be a price, not "12,00 and m…');
  assert.equal(cut.value, '12,00 and m…');
  const none = { sku: '#4', problem: 'rejected: sku is missing', value: null };
  assert.deepEqual(problemOfRow('#4', 'sku is missing'), none);
});
