// Knows how affinity to values ranks items, by a calculation that can be checked on paper.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { packSkus } from '../columns/sku-list.ts';
import { plainFeed } from '../feed.fixture.ts';
import type { RankingModel } from '../model.ts';
import { affinityRanking, findPopularInside, type Likes } from './affinity.ts';

const feed = plainFeed({
  apple: { categories: ['fruit'], price: ['2'] },
  pear: { categories: ['fruit'], price: ['12'] },
  milk: { categories: ['dairy'], price: ['1.5'] },
});
const popularity: RankingModel = {
  kind: 'ranking',
  skus: packSkus(['apple', 'gone', 'milk', 'pear']),
  order: Uint32Array.of(2, 0, 1, 3),
  scores: Float64Array.of(3, 2, 6, 1),
};
const inside = findPopularInside(feed, popularity, ['categories', 'colour']);

function rankedBy(likes: Record<string, { value: string; score: number }[]>, prior: number) {
  const ranked = affinityRanking(new Map(Object.entries(likes)), inside, { prior });
  return Array.from(ranked, ({ place, score, because }) => [
    inside.skus.at(place),
    Number(score.toFixed(6)),
    because()?.value,
  ]);
}

const taste = [
  { value: 'fruit', score: 30 },
  { value: 'dairy', score: 10 },
];

test('an item is as popular as it is, times how much more than the site its value is liked', () => {
  // Of the site fruit has 4/10 and dairy 6/10; of the user 3/4 and 1/4. Apple has 3/10 of all.
  assert.deepEqual(rankedBy({ categories: taste }, 0), [
    ['apple', 0.5625, 'fruit'],
    ['milk', 0.25, 'dairy'],
    ['pear', 0.1875, 'fruit'],
  ]);
  // With 40 of the site's: (30 + 16) / 80 and (10 + 24) / 80.
  assert.deepEqual(rankedBy({ categories: taste }, 40), [
    ['apple', 0.43125, 'fruit'],
    ['milk', 0.425, 'dairy'],
    ['pear', 0.14375, 'fruit'],
  ]);
});

test('without affinity the site is left, and negative or unknown values say nothing', () => {
  const none = [
    ['milk', 0.6, undefined],
    ['apple', 0.3, undefined],
    ['pear', 0.1, undefined],
  ];
  assert.deepEqual(rankedBy({}, 1), none);
  const odd = [
    { value: 'fruit', score: -3 },
    { value: 'dairy', score: 0 },
  ];
  assert.deepEqual(rankedBy({ categories: odd, colour: [{ value: 'red', score: 9 }] }, 1), none);
  assert.deepEqual(rankedBy({}, 0), none);
});

test('a value that was never liked keeps what the site gives it', () => {
  const fruit = [{ value: 'fruit', score: 40 }];
  // Dairy: (0 + 40 x 0.6) / 80.
  assert.deepEqual(
    rankedBy({ categories: fruit }, 40).find(([sku]) => sku === 'milk'),
    ['milk', 0.3, undefined],
  );
});

test('numbers are read in the bins of the site, and not at all before it has any', () => {
  const likes = new Map([['price', [{ value: '>=10', score: 50 }]]]);
  const by = (boundaries: readonly number[] | null) => {
    const binned = findPopularInside(feed, popularity, ['price'], () => boundaries);
    const ranked = affinityRanking(likes, binned, { prior: 5 });
    return Array.from(ranked, ({ place, because }) => [binned.skus.at(place), because()?.value]);
  };
  assert.deepEqual(by([10])[0], ['pear', '>=10']);
  assert.deepEqual(by(null)[0], ['milk', undefined]);
});

/** The formula of docs/reference/recommendation-methods.md, value by value. */
function naiveScores(
  items: readonly { readonly popular: number; readonly of: Record<string, readonly string[]> }[],
  likes: Likes,
  properties: readonly string[],
  prior: number,
): number[] {
  const all = items.reduce((sum, { popular }) => sum + popular, 0);
  const site = (property: string, value: string) => {
    let [having, any] = [0, 0];
    for (const { popular, of } of items) {
      any += popular * of[property]!.length;
      if (of[property]!.includes(value)) having += popular;
    }
    return having / any;
  };
  return items.map(({ popular, of }) => {
    const times = properties.map((property) => {
      const own = likes.get(property) ?? [];
      const sum = own.reduce((total, { score }) => total + score, 0);
      const values = of[property]!;
      if (values.length === 0 || sum === 0) return 1;
      const posterior = values.map((value) => {
        const score = own.find((each) => each.value === value)?.score ?? 0;
        const share = site(property, value);
        return (score + prior * share) / (sum + prior) / share;
      });
      return posterior.reduce((total, each) => total + each, 0) / values.length;
    });
    return ((popular / all) * times.reduce((total, each) => total + each, 0)) / properties.length;
  });
}

test('scores are those of the formula, and the best come first', () => {
  const values = ['a', 'b', 'c'];
  const properties = ['one', 'two'];
  const some = fc.uniqueArray(fc.constantFrom(...values), { maxLength: 3 });
  const item = fc.record({
    popular: fc.integer({ min: 1, max: 50 }),
    of: fc.record({ one: some, two: some }),
  });
  const liked = fc.uniqueArray(
    fc.record({ value: fc.constantFrom(...values), score: fc.integer({ min: 1, max: 99 }) }),
    { selector: ({ value }) => value, maxLength: 3 },
  );
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 12 }),
      fc.record({ one: liked, two: liked }),
      fc.integer({ min: 1, max: 200 }),
      (unordered, reported, prior) => {
        const items = unordered.toSorted((one, other) => other.popular - one.popular);
        const names = items.map((_, at) => `sku-${String(at).padStart(2, '0')}`);
        const likes = new Map(Object.entries(reported));
        const columns = findPopularInside(
          plainFeed(Object.fromEntries(items.map(({ of }, at) => [names[at]!, of]))),
          {
            ...{ kind: 'ranking', skus: packSkus(names) },
            order: Uint32Array.from(items.keys()),
            scores: Float64Array.from(items, ({ popular }) => popular),
          },
          properties,
        );
        const ranked = [...affinityRanking(likes, columns, { prior })];
        const naive = naiveScores(items, likes, properties, prior);
        assert.equal(ranked.length, items.length);
        let before = Number.POSITIVE_INFINITY;
        for (const { place, score } of ranked) {
          const expected = naive[names.indexOf(columns.skus.at(place))]!;
          assert.ok(Math.abs(score - expected) < 1e-12, `${score} ${expected}`);
          assert.ok(score <= before, `${score} after ${before}`);
          before = score;
        }
      },
    ),
    { numRuns: 200 },
  );
});
