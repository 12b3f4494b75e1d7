// Knows what the methods that learn from events leave behind, and what serving asks of it.

import type { SkuList } from './columns/sku-list.ts';

/** Items by score. */
export interface RankingModel {
  readonly kind: 'ranking';
  /** In code-point order, as all lists of skus. */
  readonly skus: SkuList;
  /** Places in `skus`, the best first; of equal scores by sku. */
  readonly order: Uint32Array;
  /** By place in `skus`. */
  readonly scores: Float64Array;
}

/**
 * The neighbours of each item, the nearest first; of equal scores by sku. Those of the item at
 * place `i` of `skus` are `neighbours[starts[i] .. starts[i + 1]]`, themselves places in `skus`.
 */
export interface NeighbourModel {
  readonly kind: 'neighbours';
  readonly skus: SkuList;
  readonly starts: Uint32Array;
  readonly neighbours: Uint32Array;
  /** Beside `neighbours`. */
  readonly scores: Float32Array;
  /**
   * By place: what the item's score with itself would be. No item is its own neighbour; this is
   * for scores that count an item which the user had as evidence for itself (`repeats` of
   * scoreFromSeeds).
   */
  readonly selves: Float32Array;
}

export type Model = RankingModel | NeighbourModel;

/** Has it learned nothing, since no event or item was there to learn from? */
export function isEmptyModel(model: Model): boolean {
  return (model.kind === 'ranking' ? model.order : model.neighbours).length === 0;
}

/** What a model is known by: its method with all options that shape it, and nothing else. */
export type ModelKey = string;
