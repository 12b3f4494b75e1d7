// What resolved events say of taste: their products as the feeds have them now.
import { type CompleteEvent, completeEvent, decodeEvent, type Event, skusOf } from '@attune/core';
import type { SiteSnapshot } from '../../context.ts';
import type { Db } from '../../db/schema.ts';
import { selectAffinityValues } from '../feeds/index.ts';
import type { Resolved } from './resolve.ts';
import { selectEvents, selectPurchases } from './store.ts';

type Cart = Extract<Event, { kind: 'purchase' }>['cart'];

export interface Completed {
  readonly userId: string;
  readonly complete: CompleteEvent;
}

/** Completes events of one site; a refund takes back the lines of its purchase. */
export async function completeEvents(
  tx: Db,
  { site, feeds }: SiteSnapshot,
  resolved: readonly Resolved[],
): Promise<Completed[]> {
  const carts = await refundedCarts(tx, site.id, resolved);
  const skus = new Set(resolved.flatMap(({ event }) => skusOf(event, cartOf(event, carts))));
  const values = await selectAffinityValues(tx, site.id, feeds, [...skus]);
  return resolved.map(({ event, userId, identified }) => {
    const refundedCart = cartOf(event, carts);
    const complete = completeEvent(event, {
      identified,
      lookup: (sku) => values.get(sku),
      ...(refundedCart && { refundedCart }),
    });
    return { userId, complete };
  });
}

function cartOf(event: Event, carts: ReadonlyMap<string, Cart>): Cart | undefined {
  return event.kind === 'refund' ? carts.get(event.transactionId ?? '') : undefined;
}

/** Lines of the purchases that refunds take back, by transaction id. */
async function refundedCarts(
  tx: Db,
  siteId: number,
  resolved: readonly Resolved[],
): Promise<Map<string, Cart>> {
  const carts = new Map<string, Cart>();
  const wanted = new Set(
    resolved.flatMap(({ event }) => (event.kind === 'refund' ? [event.transactionId ?? ''] : [])),
  );
  if (wanted.size === 0) return carts;
  for (const { event } of resolved) {
    if (event.kind === 'purchase' && wanted.has(event.transactionId ?? '')) {
      carts.set(event.transactionId ?? '', event.cart);
    }
  }
  const purchases = await selectPurchases(tx, siteId, [...wanted]);
  const stored = await selectEvents(tx, siteId, [...purchases.values()]);
  for (const { data } of stored) {
    const { event } = decodeEvent(JSON.parse(data));
    if (event.kind === 'purchase') carts.set(event.transactionId ?? '', event.cart);
  }
  return carts;
}
