// What each method and each way of putting steps together gives, on a shop small enough to see.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StrategyDefinition } from '../definition.ts';
import { compileStrategy } from './compile.ts';
import { reasonInWords } from './labels.ts';
import { recommend } from './recommend.ts';
import type { RecommendInput } from './request.ts';
import { catalogueOf, neighboursOf, nobody, rankingOf } from './shop.fixture.ts';
import { sortItems } from './sort.ts';

const catalogue = catalogueOf([
  { sku: 'a', brand: 'red', price: 10, publish_time: 1_000_000_000_000, categories: ['x'] },
  { sku: 'b', brand: 'red', price: 20, publish_time: 1_500_000_000_000, categories: ['x', 'y'] },
  { sku: 'c', brand: 'blue', price: 30, in_stock: false, categories: ['y'] },
  { sku: 'd', brand: 'blue', price: 40, categories: ['y'] },
  { sku: 'e', price: 50, categories: ['z'] },
]);
const models = {
  popularity: rankingOf(['d', 'c', 'b', 'gone', 'a']),
  'bought-together': neighboursOf({ a: ['c', 'b'], d: ['b'] }),
};
const popularity = { method: { type: 'popularity', event: 'view', window: 30 } } as const;
const pairs = {
  ...{ scoring: 'cosine' as const, shrinkage: 0, minimumSupport: 1, neighbours: 10, window: 30 },
} as const;
const together = { method: { type: 'bought-together', seed: 'auto', ...pairs } } as const;
const newest = { method: { type: 'newest' } } as const;

type Steps = StrategyDefinition['steps'];

function ask(
  steps: Steps,
  more: Partial<Omit<StrategyDefinition, 'steps'>> = {},
  input: Partial<RecommendInput> = {},
) {
  return recommend({
    strategy: compileStrategy({ id: 1, name: 'S', steps, ...more }, '1'),
    catalogue,
    model: (key) => models[JSON.parse(key).type as keyof typeof models],
    visitor: nobody,
    ...{ slots: 3, unit: 'u' },
    ...input,
  });
}

const skusOf = (...asked: Parameters<typeof ask>) => ask(...asked).slots.map((item) => item?.sku);

test('a ranking gives what the feed has of it, and the last resort the rest by sku', () => {
  assert.deepEqual(skusOf([popularity], {}, { slots: 6 }), ['d', 'c', 'b', 'a', 'e', undefined]);
});

test('newest goes by publish_time; what has none is left to other steps', () => {
  const { slots } = ask([newest]);
  assert.deepEqual(
    slots.map((item) => [item?.sku, item?.by]),
    [
      ['b', 'step'],
      ['a', 'step'],
      ['c', 'last-resort'],
    ],
  );
});

test('neighbours say which item led to them, and the page comes before the cart', () => {
  const visitor = { ...nobody, page: ['a'], cart: ['d'] };
  const { slots } = ask([together], {}, { visitor, slots: 2 });
  assert.deepEqual(
    slots.map((item) => [item?.sku, item?.seed]),
    [
      ['c', 'a'],
      ['b', 'a'],
    ],
  );
  assert.deepEqual(skusOf([together], {}, { visitor: { ...visitor, page: [] }, slots: 1 }), ['b']);
});

test('what the user had comes again where a method repeats, what is before them never', () => {
  const bought = ['a', 'd'].map((sku, at) => ({ sku, time: 9 - at }));
  const knn = { type: 'collaborative', algorithm: 'item-knn', event: 'purchase' } as const;
  const model = () => neighboursOf({ a: ['c', 'b'], d: ['b'] });
  const given = (repeats: boolean, slots: number, cart: string[] = []) => {
    const visitor = { ...nobody, cart, purchased: () => bought };
    const method = { ...knn, ...pairs, repeats };
    return skusOf([{ method }], {}, { model, visitor, slots });
  };
  assert.deepEqual(given(true, 4), ['b', 'a', 'c', 'd']);
  // So long ago that it is no seed any more, and yet it was bought.
  const others = Array.from({ length: 100 }, (_, at) => ({ sku: `x${at}`, time: 1e6 - at }));
  const visitor = { ...nobody, purchased: () => [...others, { sku: 'c', time: 1 }] };
  const page = { ...visitor, page: ['a'] };
  const nothing = { method: { ...knn, ...pairs, repeats: false } };
  const shown = (input: Partial<RecommendInput>) =>
    ask([nothing], {}, { model, slots: 2, ...input }).slots.map((item) => [item?.sku, item?.by]);
  assert.deepEqual(shown({ visitor: { ...nobody, page: ['a'] } })[0], ['c', 'step']);
  assert.deepEqual(shown({ visitor: page })[0], ['b', 'step']);
  assert.deepEqual(given(true, 3, ['a']), ['b', 'c', 'd']);
  assert.deepEqual(given(false, 2), ['b', 'c']);
});

test('a chain goes on where a step has no more, and slots of their own make a mix', () => {
  const visitor = { ...nobody, page: ['d'] };
  assert.deepEqual(skusOf([together, popularity], {}, { visitor }), ['b', 'd', 'c']);
  const mix = [{ ...newest, slots: [1] }, popularity];
  assert.deepEqual(skusOf(mix), ['d', 'b', 'c']);
});

test('a step without its model is passed over, and the trace says so', () => {
  const { slots, trace } = ask(
    [together, popularity],
    { filters: [{ type: 'in-stock' }] },
    { model: (key) => (key.includes('popularity') ? models.popularity : undefined), traces: true },
  );
  assert.deepEqual(
    slots.map((item) => item?.sku),
    ['d', 'b', 'a'],
  );
  assert.match(trace?.steps[0]?.note ?? '', /not built/);
  assert.deepEqual(trace?.dropped, [{ filter: 'in stock', count: 1, skus: ['c'] }]);
  assert.deepEqual(trace?.qualifying, { count: 4, isAll: true });
});

test('what is liked comes by affinity, without a popularity as with one', () => {
  const likes = (property: string) =>
    property === 'brand'
      ? [
          { value: 'blue', score: 9 },
          { value: 'red', score: 1 },
        ]
      : [];
  const visitor = { ...nobody, properties: () => ['brand'], likes };
  const affinity = [{ method: { type: 'affinity' } } as const];
  assert.deepEqual(skusOf(affinity, {}, { visitor, slots: 4 }), ['c', 'd', 'a', 'b']);
  const popular = { visitor, slots: 4, popularity: models.popularity };
  assert.deepEqual(skusOf(affinity, {}, popular).slice(0, 2), ['d', 'c']);
  assert.deepEqual(
    ask(affinity).slots.map((item) => item?.by),
    Array(3).fill('last-resort'),
  );
  const [own] = ask([{ method: { type: 'affinity', prior: 10 } }], {}, popular).slots;
  const strategy = compileStrategy({ id: 1, name: 'S', steps: affinity }, '1');
  assert.match(
    reasonInWords(own!, strategy),
    /^Step 1, affinity because "blue" of brand is liked 1\.\d times as much as by the site, score/,
  );
});

test('prices are liked in bins, and likes of this visit are reported, also when a page is sorted', () => {
  const visits: (number | undefined)[] = [];
  const visitor = {
    ...nobody,
    properties: () => ['price'],
    likes: (_property: string, visit?: number) => {
      visits.push(visit);
      return [{ value: '<25', score: 9, isOfVisit: true }];
    },
    binBoundaries: () => [25],
  };
  const steps = [{ method: { type: 'affinity', prior: 1, visit: 0.5 } } as const];
  const strategy = compileStrategy({ id: 1, name: 'S', steps }, '1');
  const known = ask(steps, {}, { visitor, slots: 2, popularity: models.popularity });
  // b has 3/13 of the popularity and a 1/13; (9 / (4 / 13) + 1) / 10 times as liked.
  const because = 'Step 1, affinity because "<25" of price is liked 3 times as much as by the site';
  assert.deepEqual(
    known.slots.map((item) => [item?.sku, reasonInWords(item, strategy)]),
    [
      ['b', `${because}, in this visit too, score 0.6981.`],
      ['a', `${because}, in this visit too, score 0.2327.`],
    ],
  );
  assert.deepEqual(skusOf(steps, {}, { visitor, slots: 2 }), ['a', 'b']);
  const input = { strategy, catalogue, model: () => undefined, visitor, unit: 'u' };
  assert.deepEqual(
    sortItems(input, ['e', 'b', 'd', 'a']).map(({ sku }) => sku),
    ['b', 'a', 'e', 'd'],
  );
  assert.deepEqual(new Set(visits), new Set([0.5]));
});

test('boosted items come first and buried ones last, in their slots alone', () => {
  const red = [{ type: 'column', column: 'brand', is: 'IS', value: 'red' } as const];
  const rules = [{ type: 'boost' as const, filters: red, slots: [0] }];
  assert.deepEqual(skusOf([popularity], {}, { rules }), ['b', 'd', 'c']);
  const buried = [{ type: 'bury' as const, filters: [{ ...red[0]!, value: 'blue' }] }];
  assert.deepEqual(skusOf([popularity], {}, { rules: buried }), ['b', 'a', 'd']);
});

test('diversity takes the next brand, and gives way before a slot is empty', () => {
  const diversity = [{ column: 'brand', most: 1 }];
  const { slots } = ask([popularity], { diversity }, { slots: 4 });
  assert.deepEqual(
    slots.map((item) => [item?.sku, item?.relaxed]),
    [
      ['d', []],
      ['b', []],
      ['e', []],
      ['c', ['brand']],
    ],
  );
});

test('chance gives each of the next best as often as its propensity says', () => {
  const exploration = { share: 0.4, among: 4 };
  const counts = new Map<string, { times: number; propensity: number }>();
  const asked = 20_000;
  for (let unit = 0; unit < asked; unit++) {
    const [item] = ask([popularity], { exploration }, { slots: 1, unit: `u${unit}` }).slots;
    const known = counts.get(item!.sku) ?? { times: 0, propensity: item!.propensity };
    assert.equal(known.propensity, item!.propensity);
    counts.set(item!.sku, { ...known, times: known.times + 1 });
  }
  assert.deepEqual([...counts.keys()].sort(), ['a', 'b', 'c', 'd']);
  for (const { times, propensity } of counts.values()) {
    assert.ok(Math.abs(times / asked - propensity) < 0.015, `${times / asked} ${propensity}`);
  }
  const sum = [...counts.values()].reduce((all, { propensity }) => all + propensity, 0);
  assert.ok(Math.abs(sum - 1) < 1e-9);
});

test('sorting leaves out nothing: known items first, then the others, then what is filtered', () => {
  const strategy = compileStrategy(
    { id: 1, name: 'S', steps: [popularity], filters: [{ type: 'in-stock' }] },
    '1',
  );
  const model = () => models.popularity;
  const input = { strategy, catalogue, model, visitor: nobody, unit: 'u' };
  const sorted = sortItems(input, ['unknown', 'e', 'a', 'c', 'd', 'a']);
  assert.deepEqual(
    sorted.map(({ sku }) => sku),
    ['d', 'a', 'e', 'c', 'unknown'],
  );
});

test('reasons have sentences', () => {
  const diversity = [{ column: 'brand', most: 1 }];
  const { slots } = ask([popularity], { diversity }, { slots: 6, pins: [{ slot: 0, sku: 'a' }] });
  const strategy = compileStrategy({ id: 1, name: 'S', steps: [popularity] }, '1');
  assert.deepEqual(
    slots.map((item) => reasonInWords(item, strategy)),
    [
      'It is pinned here.',
      'Step 1, popularity of 30 days, score 5.',
      'No step had anything left; this one qualifies.',
      'Step 1, popularity of 30 days, score 4. More of one "brand" than the limit: else it is empty.',
      'Step 1, popularity of 30 days, score 3. More of one "brand" than the limit: else it is empty.',
      'Nothing is left that qualifies.',
    ],
  );
});
