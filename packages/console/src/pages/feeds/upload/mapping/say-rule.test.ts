// Rules of mappings read as people would say them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayShape } from './say-rows.ts';
import { sayRule } from './say-rule.ts';

const origin = (column: string, rule: Parameters<typeof sayRule>[1]) =>
  sayRule(column, rule).origin;

test('a rule says what its column is made of, in the order in which it counts', () => {
  assert.equal(
    origin('price', { from: ['Sale price', 'Regular price'] }),
    'Sale price, else Regular price',
  );
  assert.equal(origin('url', { template: '/products/{Handle}' }), '/products/{Handle}');
  assert.equal(
    origin('sku', { template: ['{Variant SKU}', '{Handle}-{Size}'] }),
    'Variant SKU, else {Handle}-{Size}',
  );
  assert.equal(origin('currency', { default: 'EUR' }), 'Always EUR');
  assert.equal(
    origin('categories', { from: 'Type', default: ['Other', 'All'] }),
    'Type, else Other, All',
  );
  assert.equal(
    origin('image_url', { from: ['rows[].Image Src', 'parent.Image', '["a.b"]'] }),
    'Image Src of all rows of the product, else Image of the parent, else a.b',
  );
  assert.equal(
    origin('in_stock', {
      cases: [{ when: { from: 'Policy', in: ['continue'] }, is: true }],
      from: 'Qty',
    }),
    'In stock if Policy is continue; otherwise Qty',
  );
});

test('a rule says what is done to its values, in the order in which it is done', () => {
  const { steps } = sayRule('categories', {
    ...{
      from: 'c',
      json: true,
      split: '\n',
      at: -1,
      text: ['trim', 'strip'],
      values: { a: 1, b: 2 },
    },
    ...{ as: 'list', separator: ' > ', without: ['Home'], optional: true },
  });
  assert.deepEqual(steps, [
    'the cell is read as JSON',
    'split at line breaks',
    'the last part is used',
    'without spaces around it',
    'without HTML tags',
    '2 values translated',
    'read as list',
    'parts at “>”',
    'without Home',
    'left empty if it cannot be read',
  ]);
});

test('what a row is stands in sentences', () => {
  assert.deepEqual(sayShape({}), []);
  assert.deepEqual(
    sayShape({
      root: 'data.products',
      fold: { by: 'Handle', own: ['SKU'] },
      unfold: 'variants',
      parents: { of: 'Parent', keys: ['{SKU}'] },
      skip: [
        {
          all: [
            { from: 'Status', in: ['draft', 'archived'] },
            { from: 'Price', filled: false },
          ],
        },
      ],
      pairs: [{ name: 'Option1 Name', value: 'Option1 Value' }, { from: 'attributes' }],
    }),
    [
      'Items are at data.products.',
      'Rows with the same Handle are one product.',
      'Each element of variants is an item.',
      'Rows take what they lack from the row that Parent names.',
      'Rows are skipped where Status is draft or archived and Price is empty.',
      'Option1 Name names a column whose value is in Option1 Value.',
      'attributes holds columns with their values, at “,”.',
    ],
  );
});
