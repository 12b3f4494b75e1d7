// Front door of targeting: what the condition builder is told.
export { targetingRoutes } from './routes.ts';
export { completeUsers } from './sample.ts';
export { testOfStored } from './stored.ts';
