// Front door of the journal of campaigns.
export { journalRoutes } from './routes.ts';
export { deleteJournalEntry } from './store.ts';
