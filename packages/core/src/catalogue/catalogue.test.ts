// Tests of feeds in memory: whatever is put, removed and settled, each version is its plain map.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Item } from '../feeds/item.ts';
import { itemText } from '../feeds/item.ts';
import type { Json } from '../feeds/json.ts';
import { codePoint } from '../text/code-points.fixture.ts';
import type { Catalogue } from './catalogue.ts';
import { type CatalogueChange, changeCatalogue, compactCatalogue } from './index.ts';

type Model = ReadonlyMap<string, Item>;

const brands = ['Acme', 'Ünïcode', 'quo"te', 'back\\slash', ''];
const value: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(...brands, true, false, 0, 1, 21.95, -3, 1e21, 0.1, 123456789.125),
  fc.constantFrom<Json>(null, [], ['a', 'b'], ['a', 'a'], [1, 'b'], { a: [1, { b: 'x' }] }),
  fc.array(fc.constantFrom('a', 'b', 'ç', 'd"'), { maxLength: 4 }),
  fc.double({ noDefaultInfinity: true, noNaN: true }).map((one) => (one === 0 ? 0 : one)),
  fc.string({ unit: codePoint, maxLength: 12 }).filter((text) => text.isWellFormed()),
);
const columnNames = ['brand', 'categories', 'price', 'name', 'lng:en_US:name', 'lng:de:brand'];
const others = fc.dictionary(fc.constantFrom(...columnNames, '7', 'x"y', 'publish_time'), value);
const sku = fc.constantFrom(...'a b c d e f g h ü "'.split(' '));
const item: fc.Arbitrary<Item> = fc
  .tuple(sku, others)
  .map(([name, rest]) => ({ ...rest, sku: name }));

type Step =
  | { readonly put: Item }
  | { readonly remove: string }
  | { readonly finish: true }
  | { readonly settle: true }
  | { readonly branch: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: item.map((put) => ({ put })) },
  { weight: 3, arbitrary: sku.map((remove) => ({ remove })) },
  { weight: 3, arbitrary: fc.constant({ finish: true } as const) },
  { weight: 1, arbitrary: fc.constant({ settle: true } as const) },
  { weight: 1, arbitrary: fc.nat(20).map((branch) => ({ branch })) },
);

function compacted(catalogue: Catalogue): Catalogue {
  const work = compactCatalogue(catalogue);
  for (;;) {
    const { done, value: result } = work.next();
    if (done) return result as Catalogue;
  }
}

interface Kept {
  readonly catalogue: Catalogue;
  readonly model: Model;
}

/** Runs steps, and gives every version with what it must hold. */
function run(steps: readonly Step[]): Kept[] {
  const versions: Kept[] = [];
  let change: CatalogueChange = changeCatalogue();
  let model = new Map<string, Item>();
  const finish = () => {
    const catalogue = change.finish(String(versions.length));
    versions.push({ catalogue, model });
    goOnFrom(versions.at(-1)!);
  };
  const goOnFrom = (kept: Kept) => {
    change = changeCatalogue(kept.catalogue);
    model = new Map(kept.model);
  };
  for (const one of steps) {
    if ('put' in one) {
      change.put(itemText(one.put));
      model.set(one.put.sku, one.put);
    } else if ('remove' in one) {
      change.remove(one.remove);
      model.delete(one.remove);
    } else if ('finish' in one) finish();
    else if ('settle' in one) {
      finish();
      const last = versions.at(-1)!;
      versions.push({ catalogue: compacted(last.catalogue), model: last.model });
      goOnFrom(versions.at(-1)!);
    } else if (versions.length > 0) goOnFrom(versions[one.branch % versions.length]!);
  }
  finish();
  return versions;
}

const asked = ['a', 'b', 'Acme', 'quo"te', 'unknown', true, 1, 21.95, 0.1, 1e21];

function checkVersion({ catalogue, model }: Kept): void {
  const rows = Array.from({ length: catalogue.rows }, (_, row) => row).filter(catalogue.isLive);
  assert.equal(catalogue.size, model.size);
  assert.deepEqual(rows.map(catalogue.skuOf).sort(), [...model.keys()].sort());
  const columns = new Set([...model.values()].flatMap((one) => Object.keys(one)));
  assert.deepEqual([...catalogue.columns].sort(), [...columns].sort());
  for (const name of ['a', 'ü', 'nobody'])
    assert.equal(catalogue.rowOf(name) >= 0, model.has(name));
  const itemOf = (row: number) => model.get(catalogue.skuOf(row))!;
  for (const row of rows) {
    const whole = itemOf(row);
    assert.equal(catalogue.rowOf(whole.sku), row);
    assert.equal(catalogue.itemText(row, catalogue.columns), itemText(whole));
    assert.deepEqual(JSON.parse(catalogue.itemText(row, ['sku', 'name'], 'en-us')), {
      sku: whole.sku,
      ...pick('name', firstOf(whole, 'lng:en_US:name', 'name')),
    });
    const { 'lng:en_US:name': _, 'lng:de:brand': __, ...plain } = whole;
    assert.deepEqual(JSON.parse(catalogue.itemText(row)), plain);
    const german = { ...plain, ...pick('brand', firstOf(whole, 'lng:de:brand', 'brand')) };
    assert.deepEqual(JSON.parse(catalogue.itemText(row, undefined, 'de')), german);
  }
  for (const name of columnNames) {
    checkColumn(catalogue, name, undefined, rows, (row) => itemOf(row)[name]);
  }
  const german = (row: number) => firstOf(itemOf(row), 'lng:de:brand', 'brand');
  checkColumn(catalogue, 'brand', 'de', rows, german);
}

/** The first column that an item fills; null is a value like any other. */
const firstOf = (one: Item, first: string, second: string) =>
  Object.hasOwn(one, first) ? one[first] : one[second];

const pick = (name: string, found: Json | undefined) =>
  found === undefined ? {} : { [name]: found };

function checkColumn(
  catalogue: Catalogue,
  name: string,
  locale: string | undefined,
  rows: readonly number[],
  expected: (row: number) => Json | undefined,
): void {
  const column = catalogue.column(name, locale);
  if (!column) {
    assert.ok(rows.every((row) => expected(row) === undefined));
    return;
  }
  assert.equal(column.name, name);
  for (const row of rows) {
    const want = expected(row);
    assert.deepEqual(column.value(row), want);
    const texts = Array.isArray(want) ? want.filter((one) => typeof one === 'string') : [want];
    assert.deepEqual(column.texts(row), typeof texts[0] === 'string' ? texts : []);
    if (typeof want === 'number' || typeof want === 'boolean') {
      assert.equal(column.number(row), Number(want));
    } else if (typeof want !== 'string') assert.ok(Number.isNaN(column.number(row)));
  }
  for (const one of asked) {
    const holds = (row: number) => {
      const want = expected(row);
      return want === one || (Array.isArray(want) && want.includes(one));
    };
    const matches = column.matcher(one);
    const wanted = String(one).toLowerCase();
    const mayHold = column.mayContain(wanted);
    for (const row of rows) {
      assert.equal(column.has(row, one), holds(row), `${name} ${row} ${one}`);
      assert.equal(matches(row), holds(row));
      const isWithin = column.texts(row).some((text) => text.toLowerCase().includes(wanted));
      assert.ok(mayHold(row) || !isWithin, `${name} ${row} holds ${one}`);
    }
    const found = column.rowsWith(one);
    const count = column.countWith(one);
    assert.equal(found === null, count === null);
    if (found === null || count === null) continue;
    assert.deepEqual(Array.from(found), rows.filter(holds));
    assert.ok(count >= found.length);
  }
}

test('after any puts, removals, orderings and branches, each version answers as a map does', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      for (const kept of run(steps)) checkVersion(kept);
    }),
    { numRuns: 300 },
  );
});
