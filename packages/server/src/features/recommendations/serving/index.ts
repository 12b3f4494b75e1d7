// Front door of recommendations: what strategies give a visitor, from what a node has in memory.
export {
  lostPinsFor,
  type RecommendationRequest,
  recommendBy,
  recommendFor,
} from './recommend-for.ts';
export {
  explainRecommended,
  feedStockOf,
  listOf,
  type Recommended,
  recordedOf,
  slotReason,
  stockOf,
} from './recommended.ts';
export { dataText, productText } from './text.ts';
export { nobody, visitorOf } from './visitor.ts';
