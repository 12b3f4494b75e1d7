// Tests of what is suggested for a file's columns: in several languages, and always a good mapping.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyMapping } from './apply-mapping.ts';
import { readItem } from './item.ts';
import { checkMapping } from './mapping.ts';
import { suggestMapping } from './suggestion.ts';

function itemOf(
  row: Record<string, unknown>,
  mapping: object = suggestMapping([row], 'E-commerce').mapping,
) {
  const checked = checkMapping(mapping);
  assert.ok(checked.ok, JSON.stringify(checked));
  const mapped = applyMapping(checked.mapping, row);
  assert.ok(mapped.ok, JSON.stringify(mapped));
  const item = readItem(mapped.row, 'E-commerce');
  assert.ok(item.ok, JSON.stringify(item));
  return item.item;
}

test('a German file with decimal commas becomes items', () => {
  const item = itemOf({
    Artikelnummer: '4711',
    Bezeichnung: 'Grüner Schuh',
    Preis: '1.012,50 €',
    Verfügbarkeit: 'yes',
    Produktlink: 'https://shop.example/4711',
    Bild: 'https://shop.example/4711.jpg',
    Kategorie: 'Schuhe > Grün',
    Farbe: 'grün',
  });
  const { sku, group_id, price, currency, in_stock, categories } = item;
  assert.deepEqual(
    [sku, group_id, price, currency, in_stock],
    ['4711', '4711', 1012.5, 'EUR', true],
  );
  assert.deepEqual([categories, item['Farbe']], [['Schuhe', 'Grün'], 'grün']);
});

test('a French and a Spanish file, and names with dots, are understood', () => {
  const common = { lien: 'https://a.example/', image: 'https://a.example/i' };
  const french = { Référence: 'r1', Titre: 'Soulier', Prix: '12.00', Disponibilité: 'in stock' };
  assert.equal(
    itemOf({ ...french, ...common, Catégorie: 'a|b', 'id.groupe': 'g' })['name'],
    'Soulier',
  );
  const spanish = { código: 'c', título: 'Zapato', precio: 'EUR 3', disponible: 'yes' };
  const item = itemOf({
    ...spanish,
    enlace: 'https://a.example/',
    imagen: 'https://a',
    categoría: 'x',
  });
  assert.deepEqual([item['price'], item['currency']], [3, 'EUR']);
});

test('whatever the columns are called, what is suggested is a mapping', () => {
  const name = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('id', 'title', 'a.b', 'x[0]'),
  );
  const value = fc.oneof(fc.string(), fc.integer(), fc.constant(['a']), fc.constant(null));
  fc.assert(
    fc.property(fc.array(fc.dictionary(name, value)), (rows) => {
      const checked = checkMapping(suggestMapping(rows, 'E-commerce').mapping);
      assert.ok(checked.ok, JSON.stringify(checked));
    }),
  );
});

test('names are known with marks and units around them, and as names of a product’s', () => {
  const row = {
    ...{
      'Reference #': 'R1',
      'Name *': 'Mug',
      'Price (tax excl.)': '8',
      'Price (tax incl.)': '9.50',
    },
    ...{
      'Image URLs (x,y)': 'https://cdn.example/a.jpg',
      item_category_1: 'Home',
      Stock_Level: '4',
    },
    ...{ 'Page [Non Editable]': '/mug', product_url: 'https://shop.example/mug' },
  };
  const { mapping } = suggestMapping([row], 'E-commerce');
  const from = Object.entries(mapping.columns).map(([column, rule]) => [column, rule.from]);
  assert.deepEqual(Object.fromEntries(from), {
    sku: 'Reference #',
    group_id: 'Reference #',
    name: 'Name *',
    url: 'product_url',
    price: ['["Price (tax incl.)"]', '["Price (tax excl.)"]'],
    in_stock: 'Stock_Level',
    image_url: 'Image URLs (x,y)',
    categories: 'item_category_1',
  });
});

test('a reduced price of zero, or one that a flag switches off, is none', () => {
  const common = { sku: 'a', name: 'A', price: '9', url: 'https://a.example/', in_stock: 'yes' };
  const more = { image_url: 'https://a.example/i', categories: 'x' };
  const zero = itemOf({ ...common, ...more, 'Sale price': '0.00' });
  assert.equal(zero['sale_price'], undefined);
  const off = itemOf({ ...common, ...more, 'Sale price': '7', 'On sale': 'No' });
  assert.equal(off['sale_price'], undefined);
  const on = itemOf({ ...common, ...more, 'Sale price': '7', 'On sale': 'Yes' });
  assert.equal(on['sale_price'], 7);
});

test('two columns of dates are the period of a reduced price, in several spellings', () => {
  const common = { sku: 'a', name: 'A', price: '9', url: 'https://a.example/', in_stock: 'yes' };
  const more = { image_url: 'https://a.example/i', categories: 'x', sale_price: '7' };
  const spellings = [
    ['sale_from_date', 'sale_end_date'],
    ['Date sale price starts', 'Date sale price ends'],
    ['special_from_date', 'special_to_date'],
    ['Angebotspreis von', 'Angebotspreis bis'],
  ] as const;
  for (const [from, until] of spellings) {
    const item = itemOf({ ...common, ...more, [from]: '2026-11-20', [until]: '2026-11-30' });
    assert.equal(item['sale_price_effective_date'], '2026-11-20/2026-11-30', from);
    const open = itemOf({ ...common, ...more, [from]: '', [until]: '2026-11-30' });
    assert.equal(open['sale_price_effective_date'], '/2026-11-30', until);
  }
});

test('columns whose addresses are paths alone are named, and become whole with the shop’s address', () => {
  const common = { sku: 'a', name: 'A', price: '9', in_stock: 'yes', categories: 'x' };
  const cases = [
    ['/p/1', '/i/1.jpg', 'https://shop.example/p/1', 'https://shop.example/i/1.jpg'],
    ['p/1', 'i/1.jpg', 'https://shop.example/p/1', 'https://shop.example/i/1.jpg'],
    ['1.html', '1.jpg', 'https://shop.example/1.html', 'https://shop.example/1.jpg'],
  ];
  for (const [url, image_url, page, picture] of cases) {
    const row = { ...common, url, image_url };
    assert.deepEqual(suggestMapping([row], 'E-commerce').paths, ['url', 'image_url']);
    const found = suggestMapping([row], 'E-commerce', { base: 'https://shop.example' });
    assert.deepEqual([found.accepted, found.paths], [1, ['url', 'image_url']]);
    const item = itemOf(row, found.mapping);
    assert.deepEqual([item['url'], item['image_url']], [page, picture]);
  }
  const whole = { ...common, url: 'https://a.example/1', image_url: '//cdn.example/1.jpg' };
  assert.deepEqual(suggestMapping([whole], 'E-commerce').paths, []);
});
