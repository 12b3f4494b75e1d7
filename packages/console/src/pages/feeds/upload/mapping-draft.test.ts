// A mapping that is edited on the page means what the page shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkMapping } from '@attune/core';
import {
  constantCurrency,
  draftOf,
  fileOf,
  missingOf,
  pathOf,
  ruleOf,
  targetsOf,
  withCurrency,
  withReading,
  withTargets,
} from './mapping-draft.ts';
import { type Meaning, meaningOf, withMeaning } from './meaning.ts';

const google = {
  columns: {
    sku: { from: 'id', as: 'string' },
    group_id: { from: ['item_group_id', 'id'], as: 'string' },
    price: { from: 'price', as: 'price' },
    currency: { from: 'price', as: 'currency' },
  },
  keepOthers: true,
};
const sources = ['id', 'item_group_id', 'price', 'color', 'ads.label'];

test('a currency that the file lacks is a constant of the mapping, and can be taken away', () => {
  const file = { columns: { sku: { from: 'id' }, price: { from: 'price', as: 'price' } } };
  const whole = { ...file, keepOthers: true };
  const draft = withCurrency(draftOf(whole, sources), 'EUR');
  assert.deepEqual(fileOf(draft, sources).columns['currency'], { default: 'EUR' });
  const again = draftOf(fileOf(draft, sources), sources);
  assert.equal(constantCurrency(again), 'EUR');
  assert.deepEqual(fileOf(withCurrency(again, ''), sources), whole);
  assert.equal(constantCurrency(draftOf(google, sources)), '');
});

test('an untouched suggestion is sent as it came', () => {
  const draft = draftOf(google, sources);
  assert.deepEqual(fileOf(draft, sources), google);
  assert.deepEqual(
    sources.map((source) => targetsOf(draft, source)),
    [['sku', 'group_id'], ['group_id'], ['price', 'currency'], ['color'], ['ads.label']],
  );
});

test('a column that is left out is in no file that is sent, and the others stay', () => {
  const draft = withTargets(draftOf(google, sources), 'ads.label', []);
  assert.deepEqual(fileOf(draft, sources), {
    columns: { ...google.columns, color: 'color' },
    keepOthers: false,
  });
  assert.deepEqual(targetsOf(draftOf(fileOf(draft, sources), sources), 'ads.label'), []);
  const back = withTargets(draft, 'ads.label', ['ads.label']);
  assert.deepEqual(targetsOf(back, 'ads.label'), ['ads.label']);
  assert.equal(pathOf('ads.label'), '["ads.label"]');
});

test('one of our columns has one origin, and what is taken from one of several leaves the others', () => {
  const draft = withTargets(draftOf(google, sources), 'color', ['sku', 'color']);
  assert.deepEqual(targetsOf(draft, 'id'), ['group_id']);
  assert.deepEqual(targetsOf(draft, 'color').toSorted(), ['color', 'sku']);
  const less = withTargets(draft, 'id', []);
  assert.equal(ruleOf(less, 'group_id').from, 'item_group_id');
});

test('a column is read as what it usually is, until it is set otherwise', () => {
  const draft = withTargets(draftOf({ columns: {}, keepOthers: true }, ['Preis']), 'Preis', [
    'price',
  ]);
  assert.deepEqual(ruleOf(draft, 'price'), { from: 'Preis', as: 'price' });
  const list = withReading(draft, 'Preis', 'price', { as: 'list', separator: '/' });
  assert.deepEqual(ruleOf(list, 'price'), { from: 'Preis', as: 'list', separator: '/' });
  const plain = withReading(list, 'Preis', 'price', {});
  assert.deepEqual(ruleOf(plain, 'price'), { from: 'Preis' });
});

test('what is required is missing until something becomes it', () => {
  const draft = draftOf(google, sources);
  assert.deepEqual(missingOf(draft, sources, ['sku', 'name', 'color']), ['name']);
  const absent = { ...google, columns: { ...google.columns, name: { from: 'title' } } };
  assert.deepEqual(missingOf(draftOf(absent, sources), sources, ['name']), ['name']);
  const given = { ...google, columns: { ...google.columns, name: { default: 'Shirt' } } };
  assert.deepEqual(missingOf(draftOf(given, sources), sources, ['name']), []);
  const named = withTargets(draft, 'color', ['name']);
  assert.deepEqual(missingOf(named, sources, ['sku', 'name']), []);
});

test('names of the objects of JavaScript are columns like any other', () => {
  const odd = ['__proto__', 'constructor', 'a"]["b'];
  const draft = draftOf({ columns: { sku: pathOf(odd[0]!) }, keepOthers: true }, odd);
  assert.deepEqual(targetsOf(draft, odd[0]!), ['sku']);
  assert.deepEqual(targetsOf(withTargets(draft, odd[2]!, ['toString']), odd[2]!), ['toString']);
  const file = fileOf(withTargets(draft, odd[1]!, []), odd);
  assert.deepEqual(Object.keys(file.columns).toSorted(), ['a"]["b', 'sku']);
});

test('what a mapping says of rows is kept while its columns are edited', () => {
  const shopify = {
    fold: { by: 'Handle', own: ['Variant SKU'] },
    skip: [{ from: 'Variant Price', filled: false }],
    columns: {
      sku: { template: ['{Variant SKU}', '{Handle}'], as: 'string' },
      image_url: { from: 'rows[].Image Src', at: 0, as: 'url' },
    },
    keepOthers: true,
    base: 'https://shop.example',
  };
  const columns = ['Handle', 'Variant SKU', 'Image Src', 'Vendor'];
  const draft = draftOf(shopify, columns);
  assert.deepEqual(fileOf(draft, columns), shopify);
  assert.deepEqual(targetsOf(draft, 'Variant SKU'), ['sku']);
  assert.deepEqual(missingOf(draft, columns, ['sku', 'image_url', 'name']), ['name']);
  const file = fileOf(withTargets(draft, 'Vendor', ['brand']), columns);
  assert.deepEqual(
    [file['fold'], file['skip'], file.base],
    [shopify.fold, shopify.skip, shopify.base],
  );
});

test('a value that is given a meaning means that alone, and nothing once it is taken back', () => {
  const stock = { from: 'Lager', as: 'stock' };
  const file = {
    skip: [{ from: 'Status', in: ['draft'] }],
    columns: { sku: 'id', in_stock: stock },
    keepOthers: true,
  };
  const start = draftOf(file, ['id', 'Lager', 'Status']);
  const meanings: readonly Meaning[] = [
    { kind: 'is', value: true },
    { kind: 'empty' },
    { kind: 'skip' },
    { kind: 'is', value: false },
  ];
  let draft = withMeaning(start, 'in_stock', 'kommt', { kind: 'skip' });
  for (const meaning of meanings) {
    draft = withMeaning(draft, 'in_stock', 'gewiss', meaning);
    assert.deepEqual(meaningOf(draft, 'in_stock', 'gewiss'), meaning);
    assert.deepEqual(meaningOf(draft, 'in_stock', 'kommt'), { kind: 'skip' });
    assert.equal(checkMapping(fileOf(draft, [])).ok, true);
  }
  draft = withMeaning(
    withMeaning(draft, 'in_stock', 'gewiss', undefined),
    'in_stock',
    'kommt',
    undefined,
  );
  assert.deepEqual(fileOf(draft, ['id', 'Lager', 'Status']), {
    ...file,
    columns: { sku: { from: 'id' }, in_stock: stock },
  });
});
