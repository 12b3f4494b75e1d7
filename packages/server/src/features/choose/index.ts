// Front door of choose.
export { chooseRoutes } from './routes.ts';
