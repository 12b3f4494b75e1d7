// Tests of feeds in memory beyond one segment: packed, looked up, moved, and shared by versions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Item } from '../feeds/item.ts';
import { itemText } from '../feeds/item.ts';
import type { Catalogue } from './catalogue.ts';
import { changeCatalogue, compactCatalogue, needsCompaction } from './index.ts';

type Model = ReadonlyMap<string, Item>;

/** Every way in which a column can be kept, and columns that change their ways on the way. */
function itemAt(at: number, version: number): Item {
  const late = at > 6_000 && { late: at % 3 === 0, mixed: at % 5 === 0 ? 'five' : at };
  return {
    sku: `S-${at}`,
    group_id: `G-${Math.floor(at / 3)}`,
    name: `Item ${at}, "${version}"`,
    price: (at * 37 + version) / 100,
    weight: at / 7,
    rating: (at % 50) / 10,
    views: at * 1_000_003,
    in_stock: at % 10 !== 0,
    brand: `Brand ${at % 300}`,
    categories: [`C${at % 7}`, `C${at % 11}`],
    tags: [`T${at % 1_009}`, `T${(at * 31) % 1_013}`, `U${at}`],
    url: at < 5_000 ? 'https://example.com/' : `https://example.com/${at}`,
    ...(at < 6_000 && { mixed: at }),
    ...late,
    ...(at % 1_000 === 0 && { 'lng:de:name': `Artikel ${at}`, rare: { a: [at] } }),
  };
}

function compacted(catalogue: Catalogue): Catalogue {
  const work = compactCatalogue(catalogue);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value as Catalogue;
  }
}

function change(base: Catalogue | undefined, model: Model, puts: Item[], gone: string[] = []) {
  const next = new Map(model);
  const work = changeCatalogue(base);
  for (const item of puts) {
    work.put(itemText(item));
    next.set(item.sku, item);
  }
  for (const sku of gone) {
    work.remove(sku);
    next.delete(sku);
  }
  return { catalogue: work.finish('1'), model: next };
}

const asked = {
  brand: ['Brand 7', 'nobody'],
  group_id: ['G-1', 'G-2500'],
  categories: ['C3', 'C10'],
  tags: ['T5', 'U8000'],
  in_stock: [true, false],
} as const;
const indexed = Object.keys(asked);

function check(catalogue: Catalogue, model: Model): void {
  const rows = Array.from({ length: catalogue.rows }, (_, row) => row).filter(catalogue.isLive);
  assert.equal(rows.length, model.size);
  assert.equal(catalogue.size, model.size);
  const prices = catalogue.column('price')!;
  // Each segment and each way of keeping a column is among them.
  for (const row of rows.filter((_, at) => at % 7 === 0)) {
    const item = model.get(catalogue.skuOf(row))!;
    assert.equal(catalogue.rowOf(item.sku), row);
    assert.equal(catalogue.itemText(row, catalogue.columns), itemText(item));
    assert.equal(prices.number(row), item['price']);
  }
  for (const [name, values] of Object.entries(asked)) {
    const column = catalogue.column(name)!;
    for (const value of values) {
      const found = rows.filter(column.matcher(value));
      const listed = column.rowsWith(value);
      if (listed) assert.equal(Array.from(listed).join(), found.join(), `${name} ${value}`);
    }
  }
}

test('segments are packed, indexed, changed and settled, and every version stays what it was', () => {
  const all = Array.from({ length: 9_500 }, (_, at) => itemAt(at, 1));
  const loaded = change(undefined, new Map(), all);
  const first = { ...loaded, catalogue: compacted(loaded.catalogue) };
  for (const name of indexed) assert.ok(first.catalogue.column(name)!.rowsWith('x'), name);
  assert.equal(first.catalogue.column('name')!.rowsWith('x'), null);
  assert.deepEqual(
    first.catalogue.column('group_id')!.rowsWith('G-5'),
    new Uint32Array([15, 16, 17]),
  );

  const patched = all.filter((_, at) => at % 4 === 0 || at < 4_200).map((one) => one.sku);
  const puts = patched.map((sku) => itemAt(Number(sku.slice(2)), 2));
  const gone = all.filter((_, at) => at % 4 === 1).map(({ sku }) => sku);
  const second = change(first.catalogue, first.model, puts, gone);
  assert.ok(needsCompaction(second.catalogue));
  const third = { ...second, catalogue: compacted(second.catalogue) };
  assert.ok(!needsCompaction(third.catalogue));
  assert.ok(third.catalogue.rows < second.catalogue.rows);
  const fourth = change(third.catalogue, third.model, [itemAt(20_000, 1)], ['S-2', 'S-8002']);
  const branch = change(first.catalogue, first.model, [itemAt(3, 9)], ['S-5']);
  for (const { catalogue, model } of [loaded, first, second, third, fourth, branch]) {
    check(catalogue, model);
  }
});

test('values that no item has any more are let go of', () => {
  const of = (version: number) =>
    Array.from({ length: 6_000 }, (_, at) => ({ sku: `S${at}`, group_id: `${version} ${at}` }));
  let { catalogue, model } = change(undefined, new Map(), of(0));
  catalogue = compacted(catalogue);
  const { bytes } = catalogue;
  for (const version of [1, 2, 3, 4, 5]) {
    ({ catalogue, model } = change(catalogue, model, of(version)));
    catalogue = compacted(catalogue);
    const row = catalogue.rowOf('S77');
    assert.equal(catalogue.column('group_id')!.value(row), `${version} 77`);
    assert.deepEqual(Array.from(catalogue.column('group_id')!.rowsWith(`${version} 77`)!), [row]);
  }
  assert.equal(model.size, catalogue.size);
  assert.ok(catalogue.bytes < 3 * bytes, `${catalogue.bytes} of ${bytes}`);
});
