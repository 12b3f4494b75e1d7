// Front door of the overview: the landing page of a site.
export { overviewRoutes } from './routes.ts';
