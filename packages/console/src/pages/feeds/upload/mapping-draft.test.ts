// A mapping that is edited on the page means what the page shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkMapping } from '@attune/core';
import {
  constantCurrency,
  draftOf,
  fileOf,
  keptOf,
  missingOf,
  othersOf,
  pathOf,
  type Rule,
  ruleFrom,
  ruleOf,
  shownColumns,
  simpleSourceOf,
  withCurrency,
  withKept,
  withRule,
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
  assert.deepEqual(keptOf(draft, sources), ['color', 'ads.label']);
});

test('a column that is left out is in no file that is sent, and the others stay', () => {
  const draft = withKept(draftOf(google, sources), sources, ['color']);
  assert.deepEqual(fileOf(draft, sources), {
    columns: { ...google.columns, color: 'color' },
    keepOthers: false,
  });
  const again = draftOf(fileOf(draft, sources), sources);
  assert.deepEqual(othersOf(again, sources), ['ads.label']);
  assert.deepEqual(keptOf(again, sources), []);
  assert.deepEqual(keptOf(withKept(draft, sources, ['ads.label']), sources), ['ads.label']);
  assert.equal(pathOf('ads.label'), '["ads.label"]');
});

test('a column of the feed is made of one column of the file, of several, or of what they say together', () => {
  const draft = draftOf(google, sources);
  const simple = (rule: Rule) => simpleSourceOf(rule, sources);
  assert.equal(simple(ruleOf(draft, 'sku', sources)!), 'id');
  assert.equal(simple(ruleOf(draft, 'group_id', sources)!), undefined);
  assert.equal(simple({ from: [] }), '');
  assert.equal(simple({ from: pathOf('ads.label') }), 'ads.label');
  assert.equal(simple({ template: '/{id}' }), undefined);
  assert.deepEqual(ruleFrom('price', 'Preis'), { from: 'Preis', as: 'price' });
  // What is called as ours is kept as it is, until a rule says otherwise.
  assert.deepEqual(ruleOf(draft, 'color', sources), { from: 'color' });
  assert.equal(ruleOf(withKept(draft, sources, []), 'color', sources), undefined);
  const made = withRule(draft, 'name', { template: '{color} {id}' });
  assert.deepEqual(keptOf(made, sources), ['ads.label']);
  assert.deepEqual(withRule(made, 'name', undefined).rules, draft.rules);
});

test('required columns come first, then those with a rule, then known ones that the file names so', () => {
  const draft = draftOf({ columns: { price: 'p', sku: 'id' }, keepOthers: true }, [
    'id',
    'p',
    'brand',
  ]);
  const shown = shownColumns(draft, ['id', 'p', 'brand', 'x'], {
    required: ['sku', 'name'],
    known: ['sku', 'brand', 'keywords'],
  });
  assert.deepEqual(shown, ['sku', 'name', 'price', 'brand']);
});

test('what is required is missing until something becomes it', () => {
  const draft = draftOf(google, sources);
  assert.deepEqual(missingOf(draft, sources, ['sku', 'name', 'color']), ['name']);
  const absent = { ...google, columns: { ...google.columns, name: { from: 'title' } } };
  assert.deepEqual(missingOf(draftOf(absent, sources), sources, ['name']), ['name']);
  const given = { ...google, columns: { ...google.columns, name: { default: 'Shirt' } } };
  assert.deepEqual(missingOf(draftOf(given, sources), sources, ['name']), []);
  const named = withRule(draft, 'name', ruleFrom('name', 'color'));
  assert.deepEqual(missingOf(named, sources, ['sku', 'name']), []);
});

test('names of the objects of JavaScript are columns like any other', () => {
  const odd = ['__proto__', 'constructor', 'a"]["b'];
  const draft = draftOf({ columns: { sku: pathOf(odd[0]!) }, keepOthers: true }, odd);
  assert.equal(simpleSourceOf(ruleOf(draft, 'sku', odd)!, odd), '__proto__');
  const made = withRule(draft, 'toString', ruleFrom('toString', odd[2]!));
  assert.deepEqual(ruleOf(made, 'toString', odd), { from: pathOf(odd[2]!) });
  const file = fileOf(withKept(draft, odd, [odd[2]!]), odd);
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
  assert.deepEqual(keptOf(draft, columns), ['Image Src', 'Vendor']);
  assert.deepEqual(missingOf(draft, columns, ['sku', 'image_url', 'name']), ['name']);
  const file = fileOf(withRule(draft, 'brand', ruleFrom('brand', 'Vendor')), columns);
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
