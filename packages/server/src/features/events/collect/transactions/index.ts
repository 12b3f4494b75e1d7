// Front door of transactions: bought once, refunded once, and vouched for by a server or claimed.
export {
  completeLateRefunds,
  lockTransactions,
  purchaseOf,
  refundOf,
  takeBackPurchases,
} from './refunds.ts';
export { rewriteEvents } from './rewrite.ts';
export {
  deleteTransactions,
  deleteTransactionsBefore,
  noteTransactions,
  selectTransactionEvents,
  selectTransactions,
  type TransactionRow,
  transactionKey,
} from './store.ts';
