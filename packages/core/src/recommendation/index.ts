// Knows what of recommending the rest of the project may use.

export type {
  Counting,
  Interaction,
  ItemComparison,
  ItemFilter,
  Method,
  Neighbourhood,
  Scoring,
  Seed,
  StrategyDefinition,
  StrategyStep,
} from './definition.ts';
export * from './evaluation/index.ts';
export * from './interactions/index.ts';
export {
  type ContentMethod,
  isContent,
  isCounting,
  isLearning,
  type LearningMethod,
  methodDefaults,
  methodDefinition,
} from './method-table.ts';
export * from './methods/index.ts';
export {
  isEmptyModel,
  type Model,
  type ModelKey,
  type NeighbourModel,
  type RankingModel,
} from './model.ts';
export * from './models/index.ts';
export { type CompiledStrategy, compileStrategy } from './serving/compile.ts';
export { reasonInWords } from './serving/labels.ts';
export { type LostPin, lostPins } from './serving/pins.ts';
export { recommend } from './serving/recommend.ts';
export type {
  GivenItem,
  Recommendation,
  RecommendationTrace,
} from './serving/recommendation.ts';
export type {
  ItemRule,
  LikedValue,
  Pin,
  RealtimeRule,
  RecentItem,
  RecommendInput,
  RecommendVisitor,
} from './serving/request.ts';
export { type SortedItem, sortItems } from './serving/sort.ts';
export {
  completeMethod,
  completeStrategy,
  type MethodDraft,
  type StrategyDraft,
} from './strategy/complete.ts';
export { filtersOf } from './strategy/filters-of.ts';
export { validateFilters, validateStrategy } from './strategy/validate.ts';
