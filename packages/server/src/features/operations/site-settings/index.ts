// Front door of the settings of a site, as teammates see and change them.
export { settingsConsoleRoutes } from './routes.ts';
