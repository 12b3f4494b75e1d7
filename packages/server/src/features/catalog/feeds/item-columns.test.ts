// The columns that the contract states are those that are read as more than any JSON.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemColumns } from '@attune/contract';
import { itemReader, requiredColumns } from '@attune/core';

test('every column of the contract is read by its form, and every required one is among them', () => {
  const known = Object.keys(itemColumns);
  const isRead = (column: string) => itemReader('Other')({ sku: 'a', [column]: { a: 'JSON' } }).ok;
  for (const column of known) assert.equal(isRead(column), false, column);
  assert.equal(isRead('of_a_shop'), true);
  const missing = requiredColumns('E-commerce').filter((column) => !known.includes(column));
  assert.deepEqual(missing, []);
});
