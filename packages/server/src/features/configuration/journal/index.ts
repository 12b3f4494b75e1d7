// Front door of the journal of campaigns.
export { readJournalEntry, writeJournalEntry } from './journal.ts';
export { journalRoutes } from './routes.ts';
export { deleteJournalEntry } from './store.ts';
