// Knows that sparse building equals the dense reference, and adding up days equals building at
// once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Counting, Interaction, Scoring } from '../definition.ts';
import { type InteractionBlock, makeBlock } from '../interactions/index.ts';
import { isCounting, type LearningMethod } from '../method-table.ts';
import { decodeModel, encodeModel } from '../models/encode.ts';
import { buildModel } from './build.ts';
import { countDay, modelOfDays } from './count-day.ts';
import { decodeDayCounts, encodeDayCounts } from './day-counts.ts';
import { type DatedRow, type DenseModel, denseModel, plainModel } from './dense.fixture.ts';

const today = 20_000;
const msPerDay = 86_400_000;
const now = today * msPerDay + 3_600_000;

const kinds = fc.constantFrom<Interaction>('view', 'add-to-cart', 'purchase');
const rowsOfDays = fc.array(
  fc.record({
    user: fc.constantFrom(-3n, 1n, 2n, 2n ** 40n, 5n),
    sku: fc.constantFrom('a', 'b', 'c', 'd', '\uffee', '\u{1f600}'),
    group: fc.constantFrom('', 's', 't'),
    kind: fc.constantFrom<Interaction>('view', 'view', 'purchase'),
    day: fc.integer({ min: today - 6, max: today + 1 }),
  }),
  { maxLength: 60 },
);
const countings: fc.Arbitrary<Counting> = fc.record(
  { window: fc.integer({ min: 1, max: 8 }), halfLife: fc.constantFrom(0.5, 1, 3, 30) },
  { requiredKeys: ['window'] },
);
const neighbourhoods = fc.record({
  scoring: fc.constantFrom<Scoring>('count', 'cosine', 'jaccard', 'lift'),
  shrinkage: fc.constantFrom(0, 1, 2.5, 10),
  minimumSupport: fc.integer({ min: 1, max: 3 }),
  neighbours: fc.integer({ min: 1, max: 5 }),
});
const methods: fc.Arbitrary<LearningMethod> = fc
  .tuple(countings, neighbourhoods, kinds, fc.integer({ min: 0, max: 6 }))
  .chain(([counting, near, event, which]) => {
    const options = { ...counting, ...near };
    const { neighbours } = near;
    return fc.constant<LearningMethod>(
      [
        { type: 'popularity', event, ...counting } as const,
        { type: 'trending', event, recent: 2, ...counting } as const,
        { type: 'viewed-together', seed: 'auto', ...options } as const,
        { type: 'bought-together', seed: 'auto', ...options } as const,
        { type: 'collaborative', algorithm: 'item-knn', event, ...options } as const,
        {
          type: 'collaborative',
          algorithm: 'rp3beta',
          event,
          alpha: 0.7,
          beta: 0.4,
          neighbours,
          ...counting,
        } as const,
        {
          type: 'collaborative',
          algorithm: 'rp3beta',
          event,
          alpha: 1,
          beta: 0,
          neighbours,
          ...counting,
        } as const,
      ][which]!,
    );
  });

function blocksOf(rows: readonly Omit<DatedRow, 'time'>[]): InteractionBlock[] {
  const days = Map.groupBy(rows, ({ day }) => day);
  return [...days].map(([day, ofDay]) =>
    makeBlock(
      day,
      ofDay.map((row) => ({ ...row, time: day * msPerDay })),
    ),
  );
}

/** Equal up to the rounding of the last digits of 32-bit scores, which may turn ties round. */
function assertNear(actual: DenseModel, expected: DenseModel): void {
  const flat = (model: DenseModel): Map<string, number> =>
    model instanceof Map
      ? new Map(
          [...model].flatMap(([sku, list]) =>
            list.map(([other, score]: [string, number]) => [`${sku} ${other}`, score]),
          ),
        )
      : new Map(model as [string, number][]);
  const [found, wanted] = [flat(actual), flat(expected)];
  assert.deepEqual([...found.keys()].sort(), [...wanted.keys()].sort());
  for (const [key, score] of wanted) {
    assert.ok(Math.abs(found.get(key)! - score) <= 1e-6 * Math.max(1, score), key);
  }
}

test('every method built sparsely is what whole matrices give', () => {
  fc.assert(
    fc.property(rowsOfDays, methods, (rows, method) => {
      const dated = rows.map((row) => ({ ...row, time: 0 }));
      const { model } = buildModel(method, blocksOf(rows), { now });
      const plain = plainModel(decodeModel(encodeModel(model)));
      const dense = denseModel(method, dated, today);
      assertNear(
        plain,
        dense instanceof Map ? new Map([...dense].filter(([, list]) => list.length > 0)) : dense,
      );
    }),
    { numRuns: 400 },
  );
});

test('days that are counted one by one add up to the model of all of them, to the last bit', () => {
  fc.assert(
    fc.property(rowsOfDays, methods, (rows, method) => {
      if (!isCounting(method)) return;
      const blocks = blocksOf(rows);
      const atOnce = buildModel(method, blocks, { now });
      const counted = blocks.map((block) =>
        decodeDayCounts(encodeDayCounts(countDay(method, block))),
      );
      const addedUp = modelOfDays(method, counted.toReversed(), { now });
      assert.deepEqual(encodeModel(addedUp.model), encodeModel(atOnce.model));
      assert.deepEqual(addedUp.counted, atOnce.counted);
    }),
    { numRuns: 400 },
  );
});
