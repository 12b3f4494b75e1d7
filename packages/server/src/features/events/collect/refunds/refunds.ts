// Refunds of whole transactions: they take back what the purchase said, whichever comes first.
import { decodeEvent, type Event, encodeEvent, takeBack } from '@attune/core';
import type { Db } from '../../../../db/schema.ts';
import type { Completed } from '../complete.ts';
import { dayText, logKey } from '../days.ts';
import { selectPurchases } from '../store.ts';
import {
  lockPurchases,
  lockRefunds,
  type RefundRow,
  selectOwners,
  selectRefunds,
  selectTransactionEvents,
  updateEventData,
} from './store.ts';

/** The refund of a whole transaction that an event is. */
export function refundOf(event: Event): RefundRow | undefined {
  if (event.kind !== 'refund' || event.transactionId === undefined) return undefined;
  if (event.cart !== undefined) return undefined;
  return { transactionId: event.transactionId, day: dayText(event.time), eventId: event.id };
}

/** Keeps other batches of the site from what purchases and refunds of this one will meet. */
export async function lockTransactions(
  tx: Db,
  siteId: number,
  events: readonly Event[],
): Promise<void> {
  if (events.some((event) => refundOf(event))) await lockRefunds(tx, siteId);
  else if (events.some(({ kind }) => kind === 'purchase')) await lockPurchases(tx, siteId);
}

/** The events of a batch, its refunds with what their purchases, logged or in the batch, said. */
export async function takeBackPurchases(
  tx: Db,
  siteId: number,
  completed: readonly Completed[],
): Promise<readonly Completed[]> {
  const refunds = completed.filter(({ complete }) => refundOf(complete.event));
  if (refunds.length === 0) return completed;
  const wanted = refunds.map(({ complete }) => refundOf(complete.event)!.transactionId);
  const noted = await selectPurchases(tx, siteId, wanted);
  const logged = await loadEvents(tx, siteId, [...noted.values()]);
  const taken = await matchRefunds(tx, siteId, refunds, [...completed, ...logged]);
  const byKey = new Map(taken.map((one) => [logKey(one.complete.event), one]));
  return completed.map((one) => byKey.get(logKey(one.complete.event)) ?? one);
}

/**
 * Completes in the log the refunds that came before some purchases, which must be new to it.
 * Resolves to them: what they take back is still to be folded.
 */
export async function completeLateRefunds(
  tx: Db,
  siteId: number,
  fresh: readonly Completed[],
): Promise<readonly Completed[]> {
  const bought = [...purchasesIn(fresh).keys()];
  if (bought.length === 0) return [];
  const inBatch = new Set(fresh.map(({ complete }) => logKey(complete.event)));
  const noted = [...(await selectRefunds(tx, siteId, bought)).values()];
  const earlier = noted.filter(({ day, eventId }) => !inBatch.has(`${day} ${eventId}`));
  if (earlier.length === 0) return [];
  const logged = await loadEvents(tx, siteId, earlier);
  const waiting = logged.filter(({ complete }) => complete.observations.length === 0);
  const taken = await matchRefunds(tx, siteId, waiting, fresh);
  const rows = taken.map(({ complete }) => ({
    day: dayText(complete.event.time),
    id: complete.event.id,
    data: JSON.stringify(encodeEvent(complete)),
  }));
  if (rows.length > 0) await updateEventData(tx, siteId, rows);
  return taken.map((one) => ({ ...one, complete: { ...one.complete, isFolded: true } }));
}

/**
 * Those refunds whose purchase is among some events, with what it said. A refund of another person
 * than the purchase's takes nothing back: anybody can name a transaction.
 */
async function matchRefunds(
  tx: Db,
  siteId: number,
  refunds: readonly Completed[],
  events: readonly Completed[],
): Promise<Completed[]> {
  const purchases = purchasesIn(events);
  const userIds = [...refunds, ...purchases.values()].map(({ userId }) => userId);
  const owners = await selectOwners(tx, siteId, [...new Set(userIds)]);
  const personOf = ({ userId }: Completed) => owners.get(userId) ?? userId;
  return refunds.flatMap((refund) => {
    const purchase = purchases.get(refundOf(refund.complete.event)?.transactionId ?? '');
    if (!purchase || personOf(purchase) !== personOf(refund)) return [];
    return [{ ...refund, complete: takeBack(refund.complete, purchase.complete) }];
  });
}

/** Purchases by transaction id; of two, the later in the list. */
function purchasesIn(events: readonly Completed[]): Map<string, Completed> {
  const purchases = new Map<string, Completed>();
  for (const one of events) {
    const { event } = one.complete;
    if (event.kind !== 'purchase' || event.transactionId === undefined) continue;
    purchases.set(event.transactionId, one);
  }
  return purchases;
}

async function loadEvents(
  tx: Db,
  siteId: number,
  keys: readonly RefundRow[],
): Promise<Completed[]> {
  const rows = await selectTransactionEvents(tx, siteId, keys);
  return rows.map(({ userId, data }) => ({ userId, complete: decodeEvent(JSON.parse(data)) }));
}
