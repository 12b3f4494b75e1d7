// Google Analytics 4, exported to BigQuery and from there as NDJSON:
// https://support.google.com/analytics/answer/7029846
import type { EventPreset } from './preset.ts';

const parameter = (name: string, ...kinds: readonly string[]) =>
  kinds.map((kind) => `event_params[key=${name}].value.${kind}_value`);

/** What the export has where something is missing. */
const unset = (path: string) => ({ when: { from: path, in: ['(not set)'] }, is: '' });

export const ga4: EventPreset = {
  name: 'Google Analytics 4',
  isOf: (row) =>
    Object.hasOwn(row, 'event_name') &&
    Object.hasOwn(row, 'event_timestamp') &&
    (Object.hasOwn(row, 'event_params') || Object.hasOwn(row, 'user_pseudo_id')),
  mapping: {
    type: {
      from: 'event_name',
      values: {
        view_item: 'product-view-v1',
        add_to_cart: 'add-to-cart-v1',
        remove_from_cart: 'remove-from-cart-v1',
        add_to_wishlist: 'add-to-wishlist-v1',
        view_cart: 'sync-cart-v1',
        purchase: 'purchase-v1',
        refund: 'refund-v1',
        search: 'keyword-search-v1',
        view_search_results: 'keyword-search-v1',
      },
    },
    timestamp: 'event_timestamp',
    user: { cuid: 'user_id', device: 'user_pseudo_id' },
    session: { template: '{user_pseudo_id}.{event_params[key=ga_session_id].value.int_value}' },
    properties: {
      uniqueTransactionId: {
        from: ['ecommerce.transaction_id', ...parameter('transaction_id', 'string')],
        cases: [unset('ecommerce.transaction_id')],
      },
      value: {
        from: [
          ...['ecommerce.purchase_revenue', 'ecommerce.refund_value'],
          ...parameter('value', 'double', 'float', 'int'),
        ],
        as: 'number',
      },
      currency: { from: parameter('currency', 'string') },
      keywords: { from: parameter('search_term', 'string') },
    },
    items: {
      from: 'items',
      productId: {
        from: 'item_id',
        cases: [unset('item_id')],
      },
      quantity: { from: 'quantity', as: 'number' },
      itemPrice: { from: 'price', as: 'number' },
    },
  },
};
