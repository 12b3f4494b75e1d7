// Front door of targeting: what the condition builder needs.

export { targetingRoutes } from './routes.ts';
export { completeUsers, type Samples, sampleCache } from './sample.ts';
export { testOfStored } from './stored.ts';
