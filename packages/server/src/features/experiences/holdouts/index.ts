// Front door of holdouts.
export { holdoutKind, selectHoldouts } from './holdouts.ts';
export { holdoutRoutes } from './routes.ts';
