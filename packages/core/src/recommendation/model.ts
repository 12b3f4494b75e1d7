// Knows what the methods that learn from events leave behind, and what serving asks of it.

/** Items by score, the best first; of equal scores by sku. */
export interface RankingModel {
  readonly kind: 'ranking';
  readonly skus: readonly string[];
  readonly scores: Float64Array;
}

/**
 * The neighbours of each item, the nearest first; of equal scores by sku. Those of item `i` are
 * `neighbours[starts[i] .. starts[i + 1]]`, by their place in `skus`.
 */
export interface NeighbourModel {
  readonly kind: 'neighbours';
  readonly skus: readonly string[];
  readonly starts: Uint32Array;
  readonly neighbours: Uint32Array;
  readonly scores: Float32Array;
}

export type Model = RankingModel | NeighbourModel;

/** What a model is known by: its method with all options that shape it, and nothing else. */
export type ModelKey = string;
