// Front door of the audit log.
export { changesBetween } from './changes.ts';
export { auditConsoleRoutes } from './routes.ts';
export { countAuditBefore, deleteSomeAudit, insertAudit } from './store.ts';
