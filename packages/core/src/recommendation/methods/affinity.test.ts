// Knows how a taste in values ranks items, by a calculation that can be checked on paper.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packSkus } from '../columns/sku-list.ts';
import { plainFeed } from '../feed.fixture.ts';
import type { RankingModel } from '../model.ts';
import { affinityScores, findPopularInside } from './affinity.ts';

const feed = plainFeed({
  apple: { categories: ['fruit'] },
  pear: { categories: ['fruit'] },
  milk: { categories: ['dairy'] },
});
const popularity: RankingModel = {
  kind: 'ranking',
  skus: packSkus(['apple', 'gone', 'milk', 'pear']),
  order: Uint32Array.of(2, 0, 1, 3),
  scores: Float64Array.of(3, 2, 6, 1),
};
const inside = findPopularInside(feed, popularity, ['categories', 'colour']);

function rankedBy(affinity: Record<string, { value: string; score: number }[]>, prior: number) {
  const ranked = affinityScores(new Map(Object.entries(affinity)), inside, { prior });
  return [...ranked.places].map((place, at) => [
    ranked.skus.at(place),
    ranked.scores[at],
    ranked.because(place)?.value,
  ]);
}

test('shares of taste are spread over the items of a value by their popularity', () => {
  // fruit 3/4, dairy 1/4; of fruit apple has 3/4.
  const taste = [
    { value: 'fruit', score: 30 },
    { value: 'dairy', score: 10 },
  ];
  assert.deepEqual(rankedBy({ categories: taste }, 0), [
    ['apple', 0.5625, 'fruit'],
    ['milk', 0.25, 'dairy'],
    ['pear', 0.1875, 'fruit'],
  ]);
  // Half of it is now the site's: apple 3/10, milk 6/10, pear 1/10.
  assert.deepEqual(
    rankedBy({ categories: taste }, 40).map(([sku, , why]) => [sku, why]),
    [
      ['apple', 'fruit'],
      ['milk', 'dairy'],
      ['pear', 'fruit'],
    ],
  );
});

test('without taste the site is left, and negative or unknown values say nothing', () => {
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
  assert.deepEqual(rankedBy({}, 0), []);
});
