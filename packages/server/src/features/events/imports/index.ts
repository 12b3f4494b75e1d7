// Front door of imports: events of files.
export type { FileRow } from './file-drafts.ts';
export { type ImportProgress, importEvents } from './import-events.ts';
export { type LookedEvents, lookAtEvents } from './look.ts';
export type { ImportReport, Reason } from './report.ts';
