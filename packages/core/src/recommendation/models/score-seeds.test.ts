// Knows how several seeds speak for an item, and that an earlier call leaves nothing behind.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packSkus } from '../columns/sku-list.ts';
import type { NeighbourModel } from '../model.ts';
import { scoreFromSeeds } from './score-seeds.ts';

/** a -> b 0.5, c 0.25; b -> c 0.5, a 0.5; c -> none; d -> c 0.25. */
const model: NeighbourModel = {
  kind: 'neighbours',
  skus: packSkus(['a', 'b', 'c', 'd']),
  starts: Uint32Array.of(0, 2, 4, 4, 5),
  neighbours: Uint32Array.of(1, 2, 0, 2, 2),
  scores: Float32Array.of(0.5, 0.25, 0.5, 0.5, 0.25),
  selves: Float32Array.of(0.75, 0.25, 0, 1),
};

function rankedBy(seeds: { sku: string; weight: number }[], repeats = false): unknown[] {
  const { skus, places, scores, because } = scoreFromSeeds(model, seeds, { repeats });
  return [...places].map((place, at) => [skus.at(place), scores[at], seeds[because[at]!]!.sku]);
}

test('scores of seeds add up by weight, and the seed that gave most is the reason', () => {
  const seeds = [
    { sku: 'a', weight: 1 },
    { sku: 'b', weight: 0.75 },
    { sku: 'nowhere', weight: 1 },
  ];
  assert.deepEqual(rankedBy(seeds), [['c', 0.625, 'b']]);
  assert.deepEqual(rankedBy(seeds, true), [
    ['a', 1.125, 'a'],
    ['b', 0.6875, 'a'],
    ['c', 0.625, 'b'],
  ]);
  assert.deepEqual(rankedBy([{ sku: 'd', weight: 1 }]), [['c', 0.25, 'd']]);
});

test('equal scores are in order of sku, and seeds of weight 0 are only left out', () => {
  assert.deepEqual(rankedBy([{ sku: 'b', weight: 1 }]), [
    ['a', 0.5, 'b'],
    ['c', 0.5, 'b'],
  ]);
  assert.deepEqual(
    rankedBy([
      { sku: 'b', weight: 1 },
      { sku: 'c', weight: 0 },
    ]),
    [['a', 0.5, 'b']],
  );
  assert.deepEqual(rankedBy([]), []);
});
