// Front door of identifier types.
export {
  addIdentifierType,
  removeIdentifierType,
  selectIdentifierTypes,
} from './identifier-types.ts';
export { identifierTypeRoutes } from './routes.ts';
