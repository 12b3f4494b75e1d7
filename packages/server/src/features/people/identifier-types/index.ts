// Front door of identifier types.
export { selectIdentifierTypes } from './identifier-types.ts';
export { identifierTypeRoutes } from './routes.ts';
