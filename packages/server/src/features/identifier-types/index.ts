// Front door of identifier types.
export { builtInTypes, identifierTypeKind, selectIdentifierTypes } from './identifier-types.ts';
export { identifierTypeRoutes } from './routes.ts';
