// Front door of what was recommended: counts by day, noted as events come into the log.
export { noteRecommended } from './recommended.ts';
export {
  deleteRecommendedBefore,
  type RecommendationCount,
  selectRecommendationCounts,
  selectRecommendedItems,
} from './store.ts';
