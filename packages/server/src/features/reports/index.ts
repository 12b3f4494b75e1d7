// Front door of reports: what campaigns did.
export { reportRoutes } from './routes.ts';
