// Any item has readable labels, and no address leads anywhere but to the web.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  columnsOf,
  itemOf,
  localFormsOf,
  nameOf,
  pictureOf,
  sayCell,
  sayPrice,
  webAddressOf,
} from './item-labels.ts';

test('prices have their currency, known or not', () => {
  assert.equal(sayPrice({ price: 15, currency: 'USD' }), 'USD\u00a015.00');
  assert.equal(sayPrice({ price: 1234.5 }), '1,234.50');
  assert.equal(sayPrice({ price: 3, currency: 'gold' }), 'gold 3.00');
  assert.equal(sayPrice({ price: 'ask' }), 'ask');
  assert.equal(sayPrice({}), '');
});

test('an item without a name is called by its sku, and what is no item has nothing', () => {
  assert.equal(nameOf({ sku: 'a', name: ' ' }), 'a');
  assert.equal(nameOf({ sku: 'a', name: 'Shirt' }), 'Shirt');
  assert.deepEqual(itemOf(['a']), {});
  assert.deepEqual(itemOf(null), {});
});

test('addresses of the web alone are followed, and pictures come over HTTPS', () => {
  assert.equal(webAddressOf('javascript:alert(1)'), undefined);
  assert.equal(webAddressOf('data:text/html,x'), undefined);
  assert.equal(webAddressOf('/a.png'), undefined);
  assert.equal(webAddressOf('http://shop.example/a'), 'http://shop.example/a');
  assert.equal(pictureOf({ image_url: 'http://shop.example/a.png' }), undefined);
  const drawn = 'data:image/svg+xml,%3Csvg%2F%3E';
  assert.equal(pictureOf({ image_url: drawn }), drawn);
  assert.equal(pictureOf({ image_url: 'data:text/html,<p>' }), undefined);
  assert.equal(
    pictureOf({ image_url: 'https://shop.example/a.png' }),
    'https://shop.example/a.png',
  );
});

test('localised columns are listed by locale, the others in the order that people look for', () => {
  const item = { zeta: 1, 'lng:en_US:name': 'Shirt', name: 'Hemd', sku: 'a', alpha: ['b', 'c'] };
  assert.deepEqual(
    columnsOf(item).map(([column]) => column),
    ['sku', 'name', 'alpha', 'zeta'],
  );
  assert.deepEqual(localFormsOf(item).get('en_US'), [
    { locale: 'en_US', column: 'name', value: 'Shirt' },
  ]);
  assert.equal(sayCell(['b', 'c']), 'b, c');
  assert.equal(sayCell({ a: [1] }), '{"a":[1]}');
  assert.equal(sayCell(false), 'false');
});
