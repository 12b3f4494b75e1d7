// Front door of events: collected, kept until worked off, folded.
export { watchBacklog, watchOldest } from './backlog.ts';
export { readEvents, readPageview } from './collect.ts';
export { allEventsOf, dayText, hasEvents, lastEventsOf, readEventsOf } from './days.ts';
export { describeEvent } from './describe-event.ts';
export * from './entry.ts';
export * from './expired-days/index.ts';
export type { Exposure } from './exposures.ts';
export * from './inbox/index.ts';
export { type Collected, generateSession, sessionOf } from './reading.ts';
export { rebuildProfiles, rebuildStale } from './rebuild.ts';
export * from './recorder.ts';
export { rereadUnrecognised } from './reread.ts';
export { eventRoutes } from './routes.ts';
export { retrySetAside } from './set-aside.ts';
export { deleteEvents, type EventRow, insertEvents, selectRequestEvents } from './store.ts';
export { deleteTransactions, deleteTransactionsBefore, purchaseOf } from './transactions/index.ts';
export { withdrawnLines } from './withdrawals.ts';
export { startWorker } from './worker.ts';
