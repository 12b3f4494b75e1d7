// Merges what pages claim of a transaction with what a server vouches for.
import { type CompleteEvent, decodeEvent } from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import { markStale } from '../../people/profiles/index.ts';
import { noteChanges } from '../interactions/index.ts';
import type { Resolved } from './resolve.ts';
import { deleteEvents } from './store.ts';
import {
  deleteTransactions,
  purchaseOf,
  refundOf,
  rewriteEvents,
  selectTransactionEvents,
  selectTransactions,
  type TransactionRow,
} from './transactions/index.ts';

/**
 * Leaves one event of each transaction that a server vouches for: its claims, in the batch and in
 * the log, go. Of the first of them only the session stays, where the server names none. Profiles
 * that have a claim are noted to be made again. The caller has locked the site's transactions.
 */
export async function confirmTransactions(
  tx: Db,
  siteId: number,
  partition: number,
  resolved: readonly Resolved[],
): Promise<readonly Resolved[]> {
  const bought = resolved.flatMap(({ event }) => purchaseOf(event) ?? []);
  const refunded = resolved.flatMap(({ event }) => refundOf(event) ?? []);
  const ids = [...new Set([...bought, ...refunded].map((row) => row.transactionId))];
  if (ids.length === 0) return resolved;
  const noted = await selectTransactions(tx, 'purchase', siteId, ids);
  const confirmed = new Map(
    noted.flatMap((row) => (row.claimant === '' ? [[row.transactionId, row]] : [])),
  );
  if (confirmed.size === 0) return resolved;
  const isClaim = ({ claimant, transactionId }: TransactionRow) =>
    claimant !== '' && confirmed.has(transactionId);
  const claimed = noted.filter(isClaim);
  const takenBack = (await selectTransactions(tx, 'refund', siteId, ids)).filter(isClaim);
  if (claimed.length + takenBack.length === 0) return resolved;
  await deleteTransactions(tx, 'purchase', siteId, claimed);
  await deleteTransactions(tx, 'refund', siteId, takenBack);
  const logged = await takeOutOfLog(tx, siteId, partition, [...claimed, ...takenBack]);
  const rest = resolved.filter(({ event }) => {
    const row = purchaseOf(event) ?? refundOf(event);
    return !row || !isClaim(row);
  });
  const sessions = sessionsOf([...logged, ...resolved.map(({ event }) => ({ event }))]);
  await nameSessions(tx, siteId, partition, confirmed, sessions);
  return rest.map((one) => {
    const row = purchaseOf(one.event);
    const session = one.event.session || (row && sessions.get(row.transactionId)) || '';
    return { ...one, event: { ...one.event, session } };
  });
}

/** What was in the log of some claims. */
async function takeOutOfLog(
  tx: Db,
  siteId: number,
  partition: number,
  claims: readonly TransactionRow[],
): Promise<readonly CompleteEvent[]> {
  const rows = await selectTransactionEvents(tx, siteId, claims);
  if (rows.length === 0) return [];
  const byDay = Map.groupBy(claims, ({ day }) => day);
  for (const [day, those] of byDay) {
    await deleteEvents(...([tx, siteId, day, those.map(({ eventId }) => eventId)] as const));
  }
  await markStale(tx, siteId, [...new Set(rows.map(({ userId }) => userId))]);
  const taken = rows.map(({ data }): CompleteEvent => decodeEvent(JSON.parse(data)));
  // The days have changed: what is made of them is made again.
  await noteChanges(
    tx,
    siteId,
    partition,
    taken.map(({ event }) => event),
  );
  return taken;
}

/** The session of the first claim of each transaction. */
function sessionsOf(events: readonly Pick<CompleteEvent, 'event'>[]): Map<string, string> {
  const sessions = new Map<string, string>();
  const byTime = events.map(({ event }) => event).sort((a, b) => a.time - b.time);
  for (const event of byTime) {
    const row = purchaseOf(event);
    if (!row || row.claimant === '' || event.session === '') continue;
    if (!sessions.has(row.transactionId)) sessions.set(row.transactionId, event.session);
  }
  return sessions;
}

/** Names the session of those that are logged without one. */
async function nameSessions(
  tx: Db,
  siteId: number,
  partition: number,
  confirmed: ReadonlyMap<string, TransactionRow>,
  sessions: ReadonlyMap<string, string>,
): Promise<void> {
  const wanted = [...sessions.keys()].flatMap((id) => confirmed.get(id) ?? []);
  if (wanted.length === 0) return;
  const logged = await selectTransactionEvents(tx, siteId, wanted);
  const named = logged.flatMap(({ data }): CompleteEvent[] => {
    const complete = decodeEvent(JSON.parse(data));
    const { event } = complete;
    const session = sessions.get(purchaseOf(event)?.transactionId ?? '');
    if (event.session !== '' || session === undefined) return [];
    return [{ ...complete, event: { ...event, session } }];
  });
  await rewriteEvents(tx, siteId, partition, named);
}
