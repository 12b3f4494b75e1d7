// Front door of recommendations: what strategies give a visitor, from what a node has in memory.

export { type RecommendationRequest, recommendBy, recommendFor } from './recommend-for.ts';
export {
  explainRecommended,
  type Recommended,
  recordedOf,
  slotReason,
  stockOf,
} from './recommended.ts';
export { dataText, productText } from './text.ts';
export { visitorOf } from './visitor.ts';
