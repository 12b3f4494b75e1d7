// Front door of the ledger: deletions and erasures, outside the database.
export { type Applied, applyLedger } from './apply.ts';
export { type Deletion, type LedgerFile, openLedger, readLedger } from './file.ts';
export { startLearning } from './learn.ts';
