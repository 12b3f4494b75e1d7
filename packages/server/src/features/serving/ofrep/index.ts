// Front door of OFREP.
export { ofrepRoutes } from './routes.ts';
