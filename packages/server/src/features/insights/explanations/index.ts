// Front door of explanations: past decisions made again, and why a user sees what they see.

export { replayDecision } from './replay.ts';
export { explanationRoutes } from './routes.ts';
export { storedConfigurations } from './stored-configuration/snapshot-at.ts';
export { forgetOldConfiguration } from './stored-configuration/store.ts';
export { explainWhy } from './why.ts';
