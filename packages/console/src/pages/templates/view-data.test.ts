// A view gets products as objects, wherever the schema says that a text is one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skusIn, viewData } from './view-data.ts';

const product = { type: 'string', format: 'product' };
const schema = {
  type: 'object',
  properties: {
    one: product,
    list: { type: 'array', items: { type: 'object', properties: { sku: product } } },
    text: { type: 'string' },
  },
};
const data = { one: 'a', list: [{ sku: 'b' }, { sku: '' }], text: 'a', unknown: 'c' };

test('skus are found in fields of products alone', () => {
  assert.deepEqual(skusIn(schema, data), ['a', 'b']);
});

test('a product that no feed has is an object with its sku', () => {
  const items = new Map([['a', { sku: 'a', name: 'Shoe' }]]);
  assert.deepEqual(viewData(schema, data, items), {
    ...{ one: { sku: 'a', name: 'Shoe' }, list: [{ sku: { sku: 'b' } }, { sku: '' }] },
    ...{ text: 'a', unknown: 'c' },
  });
});

test('what is recommended stands beside the members', () => {
  const items = [{ sku: 'r' }];
  const shown = viewData(schema, { text: 'a' }, new Map(), items);
  assert.deepEqual(shown, { text: 'a', items });
});
