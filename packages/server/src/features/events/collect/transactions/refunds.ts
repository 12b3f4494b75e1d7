// Refunds of whole transactions: they take back what the purchase said, whichever comes first.
import {
  claimantOf,
  decodeEvent,
  type Event,
  encodeEvent,
  isWholeRefund,
  takeBack,
} from '@attune/core';
import type { Db } from '../../../../db/schema.ts';
import { markStale } from '../../../people/profiles/index.ts';
import type { Completed } from '../complete.ts';
import { dayText, logKey } from '../days.ts';
import { rewriteEvents } from './rewrite.ts';
import {
  lockTransactionsOf,
  selectOwners,
  selectTransactionEvents,
  selectTransactions,
  type TransactionRow,
  transactionKey,
} from './store.ts';

/** The refund of a whole transaction that an event is. */
export function refundOf(event: Event): TransactionRow | undefined {
  if (event.kind !== 'refund' || event.transactionId === undefined) return undefined;
  return isWholeRefund(event) ? rowOf(event, event.transactionId) : undefined;
}

/** The transaction that an event buys. */
export function purchaseOf(event: Event): TransactionRow | undefined {
  if (event.kind !== 'purchase' || event.transactionId === undefined) return undefined;
  return rowOf(event, event.transactionId);
}

const rowOf = ({ id, time }: Event, transactionId: string): TransactionRow => ({
  ...{ transactionId, claimant: claimantOf(id) },
  ...{ day: dayText(time), eventId: id },
});

/**
 * Keeps other batches of the site from what transactions of this one will meet: a refund its
 * purchase, and what a server vouches for the claims of it.
 */
export async function lockTransactions(
  tx: Db,
  siteId: number,
  events: readonly Event[],
): Promise<void> {
  if (events.some((event) => refundOf(event) ?? purchaseOf(event))) {
    await lockTransactionsOf(tx, siteId);
  }
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
  const noted = await selectTransactions(tx, 'purchase', siteId, wanted);
  const logged = await loadEvents(tx, siteId, noted);
  const taken = await matchRefunds(tx, siteId, refunds, [...completed, ...logged]);
  const byKey = new Map(taken.map((one) => [logKey(one.complete.event), one]));
  return completed.map((one) => byKey.get(logKey(one.complete.event)) ?? one);
}

/**
 * Completes in the log the refunds that came before some purchases, which must be new to it.
 * Resolves to them: what they take back is still to be folded. One that had taken back another
 * claim of the transaction takes back what it would in any order; its profile is noted to be made
 * again.
 */
export async function completeLateRefunds(
  tx: Db,
  siteId: number,
  partition: number,
  fresh: readonly Completed[],
): Promise<readonly Completed[]> {
  const bought = fresh.flatMap(({ complete }) => purchaseOf(complete.event)?.transactionId ?? []);
  if (bought.length === 0) return [];
  const inBatch = new Set(fresh.map(({ complete }) => logKey(complete.event)));
  const noted = await selectTransactions(tx, 'refund', siteId, bought);
  const earlier = noted.filter(({ day, eventId }) => !inBatch.has(`${day} ${eventId}`));
  if (earlier.length === 0) return [];
  const loaded = await loadEvents(tx, siteId, earlier);
  // A release of before took a value alone for the whole.
  const refunds = loaded.filter(({ complete }) => refundOf(complete.event));
  const purchases = await selectTransactions(tx, 'purchase', siteId, bought);
  const events = await loadEvents(tx, siteId, purchases);
  const taken = await matchRefunds(tx, siteId, refunds, events);
  const changed = taken.flatMap((one, at) => {
    const before = refunds[at]!;
    const [was, is] = [before, one].map(({ complete }) => JSON.stringify(encodeEvent(complete)));
    return was === is ? [] : [{ one, isLate: before.complete.observations.length === 0 }];
  });
  await rewriteEvents(
    tx,
    siteId,
    partition,
    changed.map(({ one }) => one.complete),
  );
  const others = changed.filter(({ isLate }) => !isLate).map(({ one }) => one.userId);
  if (others.length > 0) await markStale(tx, siteId, [...new Set(others)]);
  return changed
    .filter(({ isLate }) => isLate)
    .map(({ one }) => ({ ...one, complete: { ...one.complete, isFolded: true } }));
}

/**
 * Refunds with what their purchases among some events said; with nothing where there is none. A
 * refund of another person than the purchase's takes nothing back: anybody can name a transaction.
 * Nor does what a device claims take back anything but its own claim, while a server's refund takes
 * back a claim that no server has confirmed: of several, the first by its id.
 */
async function matchRefunds(
  tx: Db,
  siteId: number,
  refunds: readonly Completed[],
  events: readonly Completed[],
): Promise<Completed[]> {
  const purchases = purchasesIn(events);
  const inOrder = [...purchases].sort(([one], [other]) => (one < other ? -1 : 1));
  const byTransaction = Map.groupBy(
    inOrder.map(([, one]) => one),
    ({ complete }) => purchaseOf(complete.event)?.transactionId,
  );
  const userIds = [...refunds, ...purchases.values()].map(({ userId }) => userId);
  const owners = await selectOwners(tx, siteId, [...new Set(userIds)]);
  const personOf = ({ userId }: Completed) => owners.get(userId) ?? userId;
  return refunds.map((refund) => {
    const wanted = refundOf(refund.complete.event)!;
    const own = purchases.get(transactionKey(wanted));
    const claims = wanted.claimant === '' ? (byTransaction.get(wanted.transactionId) ?? []) : [];
    const purchase = (own ? [own] : claims).find((one) => personOf(one) === personOf(refund));
    const complete = purchase
      ? takeBack(refund.complete, purchase.complete)
      : { ...refund.complete, observations: [] };
    return { ...refund, complete };
  });
}

/** Purchases by transaction and claimant; of two, the later in the list. */
function purchasesIn(events: readonly Completed[]): Map<string, Completed> {
  const purchases = new Map<string, Completed>();
  for (const one of events) {
    const row = purchaseOf(one.complete.event);
    if (row) purchases.set(transactionKey(row), one);
  }
  return purchases;
}

async function loadEvents(
  tx: Db,
  siteId: number,
  keys: readonly TransactionRow[],
): Promise<Completed[]> {
  const rows = await selectTransactionEvents(tx, siteId, keys);
  return rows.map(({ userId, data }) => ({ userId, complete: decodeEvent(JSON.parse(data)) }));
}
