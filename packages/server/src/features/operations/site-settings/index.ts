// Front door of the settings of a site, as teammates see and change them.
export { siteSettingsRoutes } from './routes.ts';
