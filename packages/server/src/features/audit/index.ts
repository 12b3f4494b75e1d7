// Front door of the audit log.
export { type AuditEntry, insertAudit } from './store.ts';
