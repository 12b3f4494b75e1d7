// Front door of audiences.
export {
  type AudienceRow,
  audienceKind,
  audienceMap,
  audienceNames,
  conditionOf,
  selectAudiences,
} from './audiences.ts';
export { builtInFields, conditionFields } from './condition-fields.ts';
export { audienceRoutes } from './routes.ts';
