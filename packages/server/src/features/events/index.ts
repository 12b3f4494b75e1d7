// Front door of events: collected, kept until worked off, folded.
export { entriesOf, mintSession, readEvents, readPageview, sessionOf } from './collect.ts';
export { dayText } from './days.ts';
export { acceptEntries, type Entry } from './entry.ts';
export { type Inbox, postgresInbox } from './inbox.ts';
export { rebuildProfiles } from './rebuild.ts';
export { eventRoutes } from './routes.ts';
export {
  countInbox,
  deleteEventsOf,
  deletePurchases,
  type EventRow,
  inboxChannel,
  insertEvents,
  selectEventsOf,
  selectLastInboxId,
} from './store.ts';
export { startWorker, type Worker } from './worker.ts';
