// Front door of recommendations: what strategies give a visitor, from what a node has in memory.

export { type Asked, recommendFor } from './recommend-for.ts';
export {
  explainRecommended,
  type Recommended,
  recordedOf,
  type Stock,
  stockOf,
} from './recommended.ts';
export { dataText, productText } from './text.ts';
export { pageOf, type Visiting, visitorOf } from './visitor.ts';
