// Front door of explanations: past decisions made again, and why a user sees what he sees.
export { keptConfigurations } from './kept/snapshot-at.ts';
export { forgetOldConfiguration } from './kept/store.ts';
export { replayDecision } from './replay.ts';
export { explanationRoutes } from './routes.ts';
export { explainWhy } from './why.ts';
