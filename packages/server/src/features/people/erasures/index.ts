// Front door of erasures: who is to be erased, until it is done.
export * from './store.ts';
export { noteWithdrawals, type Withdrawal } from './withdrawals.ts';
