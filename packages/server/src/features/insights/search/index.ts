// Front door of the search: what the console's command palette finds.
export { searchRoutes } from './routes.ts';
