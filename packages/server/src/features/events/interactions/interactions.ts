// The interactions of an event, for methods that count events.
import type { EventKind, Interaction, InteractionRow } from '@attune/core';

/** Kinds of events that may say something. */
export const interactionEvents: readonly EventKind[] = [
  ...(['pageview', 'product-view', 'add-to-cart', 'purchase'] as const),
];

/**
 * Of an event, what concerns items; any `Event` is one. Texts are strings, or the spans of bytes
 * where they lie: empty ones are '' or 0.
 */
export interface ItemEvent<Text extends string | number = string> {
  readonly kind: string;
  readonly id: Text;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly session: Text;
  readonly sku?: Text | undefined;
  readonly quantity?: number | undefined;
  readonly transactionId?: Text | undefined;
  readonly cart?: readonly { readonly sku: Text; readonly quantity: number }[] | undefined;
  /** Of the site's own people: it makes no rows. */
  readonly isInternal?: boolean | undefined;
}

/**
 * Reports the rows that an event makes: a view, an item put into the cart, the lines of a purchase.
 * A line of no quantity is none. What was refunded or taken out of a cart again stays: it was
 * wanted, and what belongs together does so still.
 */
export function reportRows<Text extends string | number>(
  event: ItemEvent<Text>,
  tell: (kind: Interaction, sku: Text, group: Text) => void,
): void {
  const { kind, session, sku, isInternal } = event;
  if (isInternal) return;
  if (kind === 'purchase') {
    const basket = event.transactionId ?? event.id;
    for (const line of event.cart ?? []) {
      if (line.quantity > 0 && line.sku) tell('purchase', line.sku, basket);
    }
  } else if (!sku) return;
  else if (kind === 'pageview' || kind === 'product-view') tell('view', sku, session);
  else if (kind === 'add-to-cart' && event.quantity! > 0) tell('add-to-cart', sku, session);
}

/** The rows that an event of a user makes, as objects. */
export function rowsOf(user: bigint, event: ItemEvent): InteractionRow[] {
  const rows: InteractionRow[] = [];
  reportRows(event, (kind, sku, group) => rows.push({ user, sku, group, kind, time: event.time }));
  return rows;
}
