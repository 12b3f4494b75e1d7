// Front door of the live view: a site's requests and answers, as they arrive.
export { liveConsoleRoutes } from './routes.ts';
