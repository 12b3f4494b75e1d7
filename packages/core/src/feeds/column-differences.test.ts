// Tests of what differs between two versions of an item.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnDifferences, localisedParts } from './column-differences.ts';

test('columns that differ are listed by name, those that do not are left out', () => {
  const before = { sku: 'a', price: 1, brand: 'Acme', tags: ['x', 'y'], more: { b: 1, c: 2 } };
  const after = { sku: 'a', price: 2, color: null, tags: ['y', 'x'], more: { c: 2, b: 1 } };
  assert.deepEqual(columnDifferences(before, after), [
    { column: 'brand', before: 'Acme' },
    { column: 'color', after: null },
    { column: 'price', before: 1, after: 2 },
    { column: 'tags', before: ['x', 'y'], after: ['y', 'x'] },
  ]);
  assert.deepEqual(columnDifferences(undefined, { sku: 'a' }), [{ column: 'sku', after: 'a' }]);
  assert.deepEqual(columnDifferences({ sku: 'a' }, undefined), [{ column: 'sku', before: 'a' }]);
  assert.deepEqual(columnDifferences(before, structuredClone(before)), []);
});

test('translations of an item are compared by locale', () => {
  const item = { sku: 'a', name: 'Shoe', 'lng:de_DE:name': 'Schuh', 'lng:de_DE:url': 'u' };
  assert.deepEqual(localisedParts({ ...item, 'lng:fr:name': 'Soulier' }), [
    { locale: 'de_DE', columns: { name: 'Schuh', url: 'u' } },
    { locale: 'fr', columns: { name: 'Soulier' } },
  ]);
});
