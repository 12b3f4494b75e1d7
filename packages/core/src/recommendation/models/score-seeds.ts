// What is near to several items at once: how the neighbours of seeds become one ranking.

import type { SkuList } from '../columns/sku-list.ts';
import { sortByScore } from '../methods/best.ts';
import { makeTally, type Tally } from '../methods/tally.ts';
import type { NeighbourModel } from '../model.ts';

/** An item to go out from. */
export interface SeedItem {
  readonly sku: string;
  readonly weight: number;
}

/** Candidates, the best first; of equal scores by sku. Scores are told apart as 32-bit floats. */
export interface SeedScores {
  readonly skus: SkuList;
  /** Places in `skus`. */
  readonly places: Uint32Array;
  /** Beside `places`. */
  readonly scores: Float64Array;
  /** Beside `places`: the seed, by its place among those given, that gave the most to it. */
  readonly because: Uint32Array;
}

/**
 * Weights of seeds by recency, the latest first: 1, then each nine tenths of the one before, so
 * that the tenth counts 0.39. Measured in docs/decisions/0026.
 */
export function seedWeight(position: number): number {
  return 0.9 ** position;
}

interface Scratch {
  readonly tally: Tally;
  readonly most: Float64Array;
  readonly seed: Uint32Array;
}

/** Columns as long as a model is, used again by each call: a call ends before the next begins. */
const scratches = new WeakMap<NeighbourModel, Scratch>();

/**
 * score(i) = sum over seeds j of weight(j) x s(j, i). Seeds themselves are no candidates, unless
 * `withSeeds`. Seeds that the model does not know, and those of weight 0, say nothing.
 */
export function scoreFromSeeds(
  model: NeighbourModel,
  seeds: readonly SeedItem[],
  { withSeeds = false }: { readonly withSeeds?: boolean } = {},
): SeedScores {
  const { tally, most, seed } = scratchOf(model);
  const { skus, starts, neighbours, scores } = model;
  const own = new Set<number>();
  for (const [number, { sku, weight }] of seeds.entries()) {
    const place = skus.placeOf(sku);
    if (place === -1) continue;
    own.add(place);
    if (weight <= 0) continue;
    for (let at = starts[place]!; at < starts[place + 1]!; at++) {
      const item = neighbours[at]!;
      const part = weight * scores[at]!;
      tally.add(item, 1, part);
      if (part <= most[item]!) continue;
      most[item] = part;
      seed[item] = number;
    }
  }
  const places: number[] = [];
  const sums: number[] = [];
  tally.take((item, _times, amount) => {
    most[item] = 0;
    if (!withSeeds && own.has(item)) return;
    places.push(item);
    sums.push(amount);
  });
  const ranked = sortByScore(places, sums);
  return { skus, ...ranked, because: ranked.places.map((place) => seed[place]!) };
}

function scratchOf(model: NeighbourModel): Scratch {
  const known = scratches.get(model);
  if (known !== undefined) return known;
  const size = model.skus.length;
  const made = {
    tally: makeTally(size),
    most: new Float64Array(size),
    seed: new Uint32Array(size),
  };
  scratches.set(model, made);
  return made;
}
