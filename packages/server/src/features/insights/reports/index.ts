// Front door of reports: what campaigns did, and the weights that follow from it.
export {
  type AttributedOutcome,
  campaignsWithOutcomes,
  readOutcomes,
} from './attributed/attributed.ts';
export { renewAllFigures } from './figures/renew.ts';
export { runRollouts } from './guardrails/look.ts';
export { queueReport } from './report-queue.ts';
export { reportCampaign } from './reports.ts';
export { reportRoutes } from './routes.ts';
export { excludedSentence } from './sentences.ts';
export { selectInstant, withinBounds } from './store.ts';
export { type LookedAt, renewAllWeights } from './weights.ts';
