// Front door of targeting: what the condition builder needs.

export { targetingRoutes } from './routes.ts';
export { completeUsers, holdSamples, type Samples } from './sample.ts';
export { testOfStored } from './stored.ts';
