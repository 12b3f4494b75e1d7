// Front door of imports of what a site knows of people.
export { importAttributes } from './import.ts';
export { attributeImportRoutes, readRequests } from './routes.ts';
