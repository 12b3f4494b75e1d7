// Tests of what an item says of affinity, and of which columns are suggested for it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { affinityValues, columnStats, suggestAffinityProperties } from './affinity-columns.ts';
import { readItem } from './item.ts';

const cases = JSON.parse(
  readFileSync(new URL('../../../../cases/feeds.json', import.meta.url), 'utf8'),
);

for (const { name, item, properties, values } of cases.affinityValues) {
  test(name, () => {
    assert.deepEqual(affinityValues(item, properties), new Map(Object.entries(values)));
  });
}

for (const { name, items, stats, properties } of cases.suggestAffinityProperties) {
  test(name, () => {
    assert.deepEqual(suggestAffinityProperties(new Map(Object.entries(stats)), items), properties);
  });
}

test('a value ends after 1,000 code points, never within a pair', () => {
  const item = { sku: 'a', color: '\u{1F600}'.repeat(1001) };
  assert.deepEqual(affinityValues(item, ['color']).get('color'), ['\u{1F600}'.repeat(1000)]);
});

test('statistics count the items that fill a column, and its values up to a watermark', () => {
  const items = Array.from({ length: 2000 }, (_, index) => ({
    sku: `s${index}`,
    color: ['red', 'blue', 'green'][index % 3]!,
    weight: `${index % 7}.5`,
    note: index % 2 === 0 ? '' : 'x',
  }));
  const stats = columnStats(items);
  assert.deepEqual(stats.get('sku'), { items: 2000, distinct: 1001, numeric: false });
  assert.deepEqual(stats.get('color'), { items: 2000, distinct: 3, numeric: false });
  assert.deepEqual(stats.get('weight'), { items: 2000, distinct: 7, numeric: true });
  assert.deepEqual(stats.get('note'), { items: 1000, distinct: 1, numeric: false });
});

test('at most 10 properties are suggested, whatever the order of the columns', () => {
  const stats = Array.from({ length: 15 }, (_, index) => [
    `c${index}`,
    { items: 100, distinct: 2 + (index % 4), numeric: false },
  ]) as [string, { items: number; distinct: number; numeric: boolean }][];
  const expected = suggestAffinityProperties(new Map(stats), 100);
  assert.equal(expected.length, 10);
  assert.deepEqual(suggestAffinityProperties(new Map(stats.toReversed()), 100), expected);
});

test('values of any item are different, not blank, and storable', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (row) => {
      const result = readItem({ ...row, sku: 'a' }, 'Other');
      if (!result.ok) return;
      for (const values of affinityValues(result.item, Object.keys(result.item)).values()) {
        assert.equal(new Set(values).size, values.length);
        assert.ok(values.every((value) => value.trim() !== '' && value.isWellFormed()));
      }
    }),
  );
});
