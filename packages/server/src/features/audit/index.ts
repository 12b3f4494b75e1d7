// Front door of the audit log.
export { insertAudit } from './store.ts';
