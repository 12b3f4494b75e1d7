// What a feed lacks is told with what does not work therefore, and a whole feed lacks nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gapsOf } from './gaps.ts';
import type { FeedMeasure } from './health.ts';

type Columns = Readonly<Record<string, readonly [filled: number, distinct: number]>>;

const measure = (columns: Columns, more: Partial<FeedMeasure> = {}): FeedMeasure => ({
  ...{ items: 100, looked: 100, isExact: true, suggestedAffinity: ['brand'] },
  columns: Object.entries(columns).map(([column, [filled, distinct]]) => ({
    ...{ column, filled, distinct },
  })),
  ...more,
});

const whole: Columns = {
  ...{ sku: [1, 100], group_id: [1, 50], name: [1, 50], price: [1, 40], image_url: [1, 90] },
  ...{ categories: [0.98, 12], publish_time: [0.8, 70] },
};
const details = (columns: Columns, affinity: readonly string[] = ['categories']) =>
  gapsOf(measure({ ...whole, ...columns }), affinity).map(({ detail }) => detail);

test('a feed that has everything lacks nothing, and neither does an empty one', () => {
  assert.deepEqual(details({}), []);
  assert.deepEqual(gapsOf(measure({}, { items: 0 }), []), []);
});

test('an affinity column says when profiles learn little from it, or nothing', () => {
  assert.deepEqual(details({ categories: [0.03, 2] }), [
    'categories is filled in 3 % of the items: profiles learn from few items.',
  ]);
  assert.deepEqual(details({}, ['material']), [
    'No item has material: there is no affinity by material.',
  ]);
  assert.deepEqual(details({ categories: [1, 1] }), [
    'categories has the same value in every item: it tells no likes apart.',
  ]);
  const [gap] = gapsOf(measure(whole), []);
  assert.equal(gap?.remedy, 'Add brand to the affinity columns.');
});

test('variants that no group holds together are told by their names', () => {
  const so = 'variants of one product are recommended side by side.';
  assert.deepEqual(details({ group_id: [0, 0] }), [`No item has group_id: ${so}`]);
  assert.deepEqual(details({ group_id: [1, 100] }), [
    `Items with the same name have different values of group_id: ${so}`,
  ]);
});

test('what strategies cannot do without a column is told, once for each column', () => {
  const gaps = gapsOf(
    measure({
      ...whole,
      categories: [0.2, 5],
      price: [0.5, 9],
      image_url: [0, 0],
      publish_time: [0, 0],
    }),
    ['categories'],
  );
  assert.deepEqual(
    gaps.map(({ column }) => column),
    ['categories', 'price', 'image_url', 'publish_time'],
  );
});
