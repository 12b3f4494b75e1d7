// Knows what of recommending the rest of the project may use.

export type {
  ItemComparison,
  Counting,
  Interaction,
  ItemFilter,
  Method,
  Neighbourhood,
  Scoring,
  Seed,
  StrategyDefinition,
  StrategyStep,
} from './definition.ts';
export type { Model, ModelKey, NeighbourModel, RankingModel } from './model.ts';
