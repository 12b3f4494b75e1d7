// Front door of audiences.
export {
  type AudienceRow,
  audienceKind,
  audienceMap,
  audienceNames,
  conditionOf,
  selectAudiences,
} from './audiences.ts';
export { builtInFields, knownFields } from './condition-fields.ts';
export { audienceRoutes } from './routes.ts';
