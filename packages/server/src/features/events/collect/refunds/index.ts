// What of refunds the worker may use.
export { completeLateRefunds, lockTransactions, refundOf, takeBackPurchases } from './refunds.ts';
export { noteRefunds } from './store.ts';
