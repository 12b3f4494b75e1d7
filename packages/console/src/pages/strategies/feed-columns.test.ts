// What columns hold is found in items as they are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsIn, localesIn } from './feed-columns.ts';

const items = [
  { sku: 'a', price: 5, in_stock: true, categories: ['Hats'], brand: 'Alp', mixed: 1 },
  { sku: 'b', price: 7, in_stock: false, categories: [], 'lng:en_US:name': 'B', mixed: 'x' },
];

test('columns have a kind and some values; localised ones make locales', () => {
  const columns = columnsIn(items);
  assert.deepEqual(
    columns.map(({ name, kind }) => `${name} ${kind}`),
    ['brand text', 'categories list', 'in_stock boolean', 'mixed text', 'price number', 'sku text'],
  );
  assert.deepEqual(columns.find(({ name }) => name === 'categories')?.values, ['Hats']);
  assert.deepEqual(localesIn(items), ['en_US']);
  assert.deepEqual([columnsIn([]), localesIn([])], [[], []]);
});
