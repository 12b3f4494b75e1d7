// What an event says of items, for methods that count events.
import type { Event, EventKind, InteractionRow } from '@attune/core';

/** Kinds of events that may say something. */
export const interactionEvents: readonly EventKind[] = [
  ...(['pageview', 'product-view', 'add-to-cart', 'purchase'] as const),
];

/**
 * The rows that an event of a user makes: a view, an item put into the cart, the lines of a
 * purchase. A line of no quantity is none. What was refunded or taken out of a cart again stays: it
 * was wanted, and what belongs together does so still.
 */
export function rowsOf(user: bigint, event: Event): InteractionRow[] {
  const { time, session } = event;
  const row = (sku: string, group: string, kind: InteractionRow['kind']): InteractionRow[] =>
    sku === '' ? [] : [{ user, sku, group, kind, time }];
  switch (event.kind) {
    case 'pageview':
      return row(event.sku ?? '', session, 'view');
    case 'product-view':
      return row(event.sku, session, 'view');
    case 'add-to-cart':
      return event.quantity > 0 ? row(event.sku, session, 'add-to-cart') : [];
    case 'purchase': {
      const basket = event.transactionId ?? event.id;
      return event.cart
        .filter(({ quantity }) => quantity > 0)
        .flatMap(({ sku }) => row(sku, basket, 'purchase'));
    }
    default:
      return [];
  }
}
