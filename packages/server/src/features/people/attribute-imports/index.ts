// Front door of imports of what a site knows of people.
export { importUsers } from './import.ts';
export { readRequests, userImportRoutes } from './routes.ts';
