// What of refunds the worker may use.
export {
  completeLateRefunds,
  lockTransactions,
  purchaseOf,
  refundOf,
  takeBackPurchases,
} from './refunds.ts';
export { selectTransactionEvents, updateEventData } from './store.ts';
