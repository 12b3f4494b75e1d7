// Segment: calls of track, page, identify and others, a line each:
// https://segment.com/docs/connections/spec/ecommerce/v2/
import type { EventPreset } from './preset.ts';

const calls = new Set(['track', 'page', 'screen', 'identify', 'group', 'alias']);

export const segment: EventPreset = {
  name: 'Segment',
  isOf: (row) =>
    calls.has(String(row['type'])) &&
    (Object.hasOwn(row, 'anonymousId') || Object.hasOwn(row, 'userId')),
  mapping: {
    type: {
      from: ['event', 'type'],
      values: {
        'Product Viewed': 'product-view-v1',
        'Product Added': 'add-to-cart-v1',
        'Product Removed': 'remove-from-cart-v1',
        'Product Added to Wishlist': 'add-to-wishlist-v1',
        'Cart Viewed': 'sync-cart-v1',
        'Order Completed': 'purchase-v1',
        'Order Refunded': 'refund-v1',
        'Products Searched': 'keyword-search-v1',
        'Coupon Entered': 'enter-promo-code-v1',
        identify: 'identify-v1',
      },
    },
    timestamp: { from: ['timestamp', 'originalTimestamp', 'sentAt', 'receivedAt'] },
    user: { cuid: 'userId', device: 'anonymousId' },
    eventId: 'messageId',
    properties: {
      productId: { from: ['properties.product_id', 'properties.sku'] },
      quantity: { from: 'properties.quantity', as: 'number' },
      itemPrice: { from: 'properties.price', as: 'number' },
      value: {
        from: ['properties.total', 'properties.revenue', 'properties.value'],
        as: 'number',
      },
      currency: 'properties.currency',
      uniqueTransactionId: 'properties.order_id',
      keywords: 'properties.query',
      code: { from: ['properties.coupon_id', 'properties.coupon'] },
    },
    items: {
      from: 'properties.products',
      productId: { from: ['product_id', 'sku'] },
      quantity: { from: 'quantity', as: 'number' },
      itemPrice: { from: 'price', as: 'number' },
    },
  },
};
