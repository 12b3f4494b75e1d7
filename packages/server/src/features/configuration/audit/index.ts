// Front door of the audit log.
export { listAudit } from './audit.ts';
export { changesBetween } from './changes.ts';
export { auditConsoleRoutes } from './routes.ts';
export {
  type AuditEntry,
  countAuditBefore,
  deleteSomeAudit,
  insertAudit,
  selectActs,
} from './store.ts';
