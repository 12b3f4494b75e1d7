// Front door of holdouts.
export { selectHoldouts } from './holdouts.ts';
export { holdoutRoutes } from './routes.ts';
