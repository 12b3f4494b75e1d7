// Front door of the live view: what a site is asked and told, as it arrives.
export { liveConsoleRoutes } from './routes.ts';
