// Front door of audiences.
export {
  type AudienceRow,
  audienceKind,
  audienceMap,
  audienceNames,
  conditionOf,
  selectAudiences,
} from './audiences.ts';
export { builtInFields, knownFields } from './known-fields.ts';
export { audienceRoutes } from './routes.ts';
