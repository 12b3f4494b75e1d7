// Tests of column mappings: by cases, by properties, and on published product data.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseExact } from '../json/index.ts';
import { applyMapping } from './apply-mapping.ts';
import { googleMerchantMapping } from './google-merchant.ts';
import { readItem } from './item.ts';
import { checkMapping, type Mapping } from './mapping.ts';

const root = new URL('../../../../', import.meta.url);
const cases = JSON.parse(readFileSync(new URL('cases/feeds.json', root), 'utf8'));
const published = new URL('../shared/data/google-retail/', root);
const skip = existsSync(published) ? false : 'the published google-retail data is not there';

function checked(json: unknown): Mapping {
  const result = checkMapping(json);
  assert.ok(result.ok, JSON.stringify(result));
  return result.mapping;
}

for (const { name, mapping, faults, source, ...expected } of cases.applyMapping) {
  test(name, () => {
    if (faults) return assert.deepEqual(checkMapping(mapping), { ok: false, faults });
    const result = applyMapping(checked(mapping), source);
    assert.deepEqual(result, { ok: expected.message === undefined, ...expected });
  });
}

test('a number of many digits keeps them all as text, and is no amount', () => {
  const source = parseExact(
    '{"id":1890000000000000111,"gtin":12345678901234567890,"price":12.950000000000000001,"n":1.10}',
  );
  const columns = { sku: { from: 'id', as: 'string' } };
  const mapped = applyMapping(checked({ columns, keepOthers: true }), source);
  assert.ok(mapped.ok);
  const { sku, gtin, n } = mapped.row;
  assert.deepEqual([sku, gtin, n], ['1890000000000000111', '12345678901234567890', 1.1]);
  const read = (as: string, from: string) =>
    applyMapping(
      checked({ columns: { sku: { from: 'id', as: 'string' }, x: { from, as } } }),
      source,
    );
  assert.deepEqual(read('number', 'gtin'), {
    ok: false,
    message: 'x must be a number, not 12345678901234567890',
    sku,
    refused: [{ column: 'x', value: '12345678901234567890' }],
  });
  assert.equal(read('price', 'price').ok, false);
});

function readPublished(file: string): { accepted: string[]; refused: string[] } {
  const example = readFileSync(new URL('docs/examples/google-retail.mapping.json', root), 'utf8');
  const mapping = checked(JSON.parse(example));
  const accepted: string[] = [];
  const refused: string[] = [];
  for (const line of readFileSync(new URL(file, published), 'utf8').trim().split('\n')) {
    const mapped = applyMapping(mapping, JSON.parse(line));
    const read = mapped.ok ? readItem(mapped.row, 'E-commerce') : mapped;
    if (!read.ok) refused.push(read.message);
    else accepted.push('item' in read ? read.item.sku : '');
  }
  return { accepted, refused };
}

test('the documented mapping makes items of all 316 published products', { skip }, () => {
  const { accepted, refused } = readPublished('products.ndjson');
  assert.deepEqual(refused, []);
  assert.equal(new Set(accepted).size, 316);
});

test('of the published invalid rows the one with an unknown stock word is refused', {
  skip,
}, () => {
  const { accepted, refused } = readPublished('products-some-invalid.ndjson');
  assert.deepEqual(refused, [
    'in_stock must be one of IN_STOCK, OUT_OF_STOCK, not "INVALID_VALUE"',
  ]);
  // The other two are the same as in the valid file, to the value.
  assert.deepEqual(accepted, ['GGPRAHPL107110', 'GGOEAAKQ137410']);
});

test('the built-in mapping makes a shop item of a Google Merchant product', () => {
  const mapped = applyMapping(googleMerchantMapping, {
    id: 'A1',
    title: 'Shirt',
    link: 'https://a.example/1',
    image_link: 'https://a.example/1.jpg',
    availability: 'in stock',
    price: '15.00 USD',
    product_type: 'Men > Shirts',
    color: 'Red/Blue',
  });
  assert.ok(mapped.ok);
  const read = readItem(mapped.row, 'E-commerce');
  assert.deepEqual(read.ok && read.item, {
    sku: 'A1',
    group_id: 'A1',
    name: 'Shirt',
    url: 'https://a.example/1',
    price: 15,
    currency: 'USD',
    in_stock: true,
    image_url: 'https://a.example/1.jpg',
    categories: ['Men', 'Shirts'],
    color: 'Red/Blue',
  });
});

test('each word of availability has its truth, however it is written', () => {
  const stock = (availability: unknown) => {
    const mapped = applyMapping(checked({ columns: { s: { from: 'a', as: 'stock' } } }), {
      a: availability,
    });
    return mapped.ok ? mapped.row['s'] : mapped.message;
  };
  for (const word of ['in_stock', 'In Stock', 'IN-STOCK', 3, '12', true, 'preorder', 'backorder']) {
    assert.equal(stock(word), true, String(word));
  }
  for (const word of ['out_of_stock', 'out of stock', 0, '0', false]) {
    assert.equal(stock(word), false, String(word));
  }
  assert.equal(stock('perhaps'), 's must be a word of stock, not "perhaps"');
});

test('no row makes a mapping throw, and no mapping makes its check throw', () => {
  const mapping = checked({
    columns: {
      sku: { from: ['id', 'a[0].b', 'a[].b'], as: 'string' },
      price: { from: 'a[b=c].d', as: 'price' },
      list: { from: 'a', as: 'list' },
      word: { from: 'b', values: { x: 1 } },
      url: { from: 'c', as: 'url' },
      stock: { from: 'd', as: 'stock' },
    },
    keepOthers: true,
  });
  const keys = fc.constantFrom('id', 'a', 'b', 'c', 'd', 'toString', '__proto__');
  const rows = fc.oneof(fc.anything(), fc.object({ key: keys, maxDepth: 4 }));
  fc.assert(
    fc.property(rows, (row) => {
      applyMapping(mapping, row);
      checkMapping(row);
      checkMapping({ columns: row, keepOthers: true });
      checkMapping({ columns: { a: row } });
    }),
    { numRuns: 500 },
  );
});
