// What is near to several items at once: how the neighbours of seeds become one ranking.

import type { SkuList } from '../columns/sku-list.ts';
import { sortByScore } from '../methods/best.ts';
import type { NeighbourModel } from '../model.ts';

/** An item to go out from. */
export interface SeedItem {
  readonly sku: string;
  readonly weight: number;
}

/** Candidates, the best first; of equal scores by sku. Scores are compared as 32-bit floats. */
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
 * that the tenth counts 0.39. Measured in bench/results/notes/recommending.md.
 */
export function seedWeight(position: number): number {
  return 0.9 ** position;
}

interface Scratch {
  readonly touched: Uint32Array;
  /** All by place: the sum so far, the greatest part of it, and the seed that gave that. */
  readonly sums: Float64Array;
  readonly most: Float64Array;
  readonly seed: Uint32Array;
}

/** Columns as long as a model is, used again by each call: a call ends before the next begins. */
const scratches = new WeakMap<NeighbourModel, Scratch>();

/**
 * score(i) = sum over seeds j of weight(j) x s(j, i). Seeds themselves are no candidates. With
 * `repeats` they are, and speak for themselves: s(j, j) is what the method says of an item and
 * itself, so that among the items that a user had those that many have come first. Seeds that
 * the model does not know say nothing.
 */
export function scoreFromSeeds(
  model: NeighbourModel,
  seeds: readonly SeedItem[],
  { repeats = false }: { readonly repeats?: boolean } = {},
): SeedScores {
  const { touched, sums, most, seed } = scratchOf(model);
  const { skus, starts, neighbours, scores, selves } = model;
  let size = 0;
  const give = (item: number, part: number, number: number): void => {
    if (!(part > 0)) return;
    if (sums[item] === 0) {
      touched[size] = item;
      size += 1;
    }
    sums[item]! += part;
    if (part <= most[item]!) return;
    most[item] = part;
    seed[item] = number;
  };
  const places = seeds.map(({ sku }) => skus.placeOf(sku));
  for (const [number, place] of places.entries()) {
    const { weight } = seeds[number]!;
    if (place === -1 || !(weight > 0)) continue;
    for (let at = starts[place]!; at < starts[place + 1]!; at++) {
      give(neighbours[at]!, weight * scores[at]!, number);
    }
    if (repeats) give(place, weight * selves[place]!, number);
  }
  const found = touched.subarray(0, size);
  if (!repeats) for (const place of places) if (place !== -1) sums[place] = 0;
  const ranked = sortByScore(found, sums);
  const result = {
    skus,
    places: ranked,
    scores: Float64Array.from(ranked, (place) => sums[place]!),
    because: Uint32Array.from(ranked, (place) => seed[place]!),
  };
  for (const place of found) {
    sums[place] = 0;
    most[place] = 0;
  }
  return result;
}

function scratchOf(model: NeighbourModel): Scratch {
  const known = scratches.get(model);
  if (known !== undefined) return known;
  const size = model.skus.length;
  const made = {
    touched: new Uint32Array(size),
    sums: new Float64Array(size),
    most: new Float64Array(size),
    seed: new Uint32Array(size),
  };
  scratches.set(model, made);
  return made;
}
