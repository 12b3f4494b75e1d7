// Front door of the audit log.
export { changesBetween } from './changes.ts';
export { auditConsoleRoutes } from './routes.ts';
export { insertAudit } from './store.ts';
