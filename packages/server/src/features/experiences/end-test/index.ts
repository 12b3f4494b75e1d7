// Front door of ending tests.
export { endTestRoutes } from './routes.ts';
