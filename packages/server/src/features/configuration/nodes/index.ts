// Front door of nodes: which run, and what each has applied.
export { announceNode } from './presence.ts';
export { nodeConsoleRoutes } from './routes.ts';
export { forgetOldRevisions, readReach, selectWorkerSeenAt } from './store.ts';
