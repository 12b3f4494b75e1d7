// Tests of a catalogue's prices at a moment: right at every moment, and the same object in between.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Item } from '../feeds/item.ts';
import { itemAt } from '../feeds/sale-price.ts';
import { catalogueAt, changeCatalogue } from './index.ts';

function catalogueOf(items: readonly Item[]) {
  const change = changeCatalogue();
  for (const item of items) change.put(JSON.stringify(item));
  return change.finish('1');
}

const hour = 3_600_000;
const time = (at: number) => new Date(at * hour).toISOString().slice(0, 16);
const moment = fc.integer({ min: 0, max: 9 });
const ends = fc
  .tuple(moment, moment)
  .filter(([from, until]) => from < until)
  .map(([from, until]) => `${time(from)}Z/${time(until)}Z`);
const dates = fc.oneof(
  ends,
  moment.map((at) => `/${time(at)}`),
  moment.map((at) => `${time(at)}/`),
);
const amount = fc.integer({ min: 1, max: 5 });
const item = fc.record(
  { price: amount, sale_price: amount, sale_price_effective_date: dates, regular_price: amount },
  { requiredKeys: [] },
);

test('every way to a price gives that of the moment, whichever moments came before', () => {
  const asked = fc.array(fc.tuple(moment, fc.nat(3)), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.array(item, { minLength: 4, maxLength: 4 }), asked, (drawn, questions) => {
      const items = drawn.map((one, at): Item => ({ ...one, sku: String(at) }) as Item);
      const catalogue = catalogueOf(items);
      for (const [at, nth] of questions) {
        const view = catalogueAt(catalogue, at * hour);
        const row = view.rowOf(String(nth));
        const expected = itemAt(items[nth]!, at * hour);
        assert.deepEqual(JSON.parse(view.itemText(row)), expected);
        const some = JSON.parse(view.itemText(row, ['sku', 'price']));
        assert.equal(some.price, expected['price']);
        for (const name of ['price', 'regular_price']) {
          const column = view.column(name);
          const value = expected[name];
          assert.equal(column?.value(row), value);
          assert.equal(column?.number(row) ?? Number.NaN, value ?? Number.NaN);
          if (value !== undefined) assert.ok(column?.has(row, value as number));
          assert.equal(column?.has(row, 99) ?? false, false);
        }
      }
    }),
  );
});

test('the catalogue of a moment is the same until a price that was read from it changes', () => {
  const of = (sku: string, from: number, until: number): Item => ({
    ...{ sku, price: 10, sale_price: 8 },
    sale_price_effective_date: `${time(from)}Z/${time(until)}Z`,
  });
  const catalogue = catalogueOf([of('a', 2, 4), of('b', 3, 9)]);
  const at = (moment: number) => catalogueAt(catalogue, moment * hour);
  const price = (view: ReturnType<typeof at>, sku: string) =>
    view.column('price')?.number(view.rowOf(sku));
  const first = at(1);
  assert.equal(price(first, 'a'), 10);
  assert.equal(at(1.9), first);
  const second = at(2);
  assert.notEqual(second, first);
  assert.equal(price(second, 'a'), 8);
  assert.equal(at(3.5), second, 'b was not read');
  assert.equal(price(at(3.5), 'b'), 8);
  assert.equal(at(3), second);
  assert.notEqual(at(2.9), second, 'b had another price then');
  const plain = catalogueOf([{ sku: 'a', price: 1 }]);
  assert.equal(catalogueAt(plain, 0), plain);
});

test('a price of a locale is reduced by that of the locale alone', () => {
  const catalogue = catalogueOf([
    { sku: 'a', price: 10, sale_price: 8, 'lng:en_GB:price': 9, 'lng:de:sale_price': 7 },
    { sku: 'b', price: 10, sale_price: 8, 'lng:en_GB:price': 9, 'lng:en_GB:sale_price': 6 },
  ]);
  const view = catalogueAt(catalogue, 0);
  const text = (sku: string, locale?: string) => {
    const { price, regular_price: regular } = JSON.parse(
      view.itemText(view.rowOf(sku), ['price'], locale),
    );
    assert.equal(view.column('price', locale)?.number(view.rowOf(sku)), price);
    return [price, regular];
  };
  assert.deepEqual(text('a'), [8, 10]);
  assert.deepEqual(text('a', 'en-gb'), [9, undefined]);
  assert.deepEqual(text('b', 'en_GB'), [6, 9]);
  assert.deepEqual(text('a', 'fr'), [8, 10]);
});
