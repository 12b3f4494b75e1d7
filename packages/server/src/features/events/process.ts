// One batch of one site: repeats left out, identities resolved, events logged once, and folded.
import { type Event, encodeEvent } from '@attune/core';
import type { SiteSnapshot } from '../../context.ts';
import type { Db } from '../../db/schema.ts';
import { foldInto } from '../profiles/index.ts';
import { type Completed, completeEvents } from './complete.ts';
import { dayText, logKey } from './days.ts';
import type { Entry } from './entry.ts';
import { type Resolved, resolveEntries } from './resolve.ts';
import { type EventRow, insertEvents, notePurchases, type PurchaseRow } from './store.ts';

export interface Outcome {
  readonly folded: number;
  readonly repeated: number;
}

/**
 * Takes entries of one site into its log and profiles, within the caller's transaction. An event
 * that the log has already changes nothing. Throws `IdentityRace`.
 *
 * Rows are locked table by table - names, devices, purchases, events, profiles - and within a
 * table in the order of their keys, so that batches of different partitions cannot deadlock.
 */
export async function processEntries(
  tx: Db,
  snapshot: SiteSnapshot,
  entries: readonly Entry[],
): Promise<Outcome> {
  const siteId = snapshot.site.id;
  const resolved = await resolveEntries(tx, snapshot, withoutRepeats(entries));
  const counted = await withoutRepeatedPurchases(tx, siteId, resolved);
  const complete = await completeEvents(tx, snapshot, counted);
  const added = await insertEvents(tx, siteId, complete.map(toEventRow));
  const fresh = complete.filter(({ complete: { event } }) => added.has(logKey(event)));
  await foldInto(tx, siteId, fresh);
  return { folded: fresh.length, repeated: entries.length - fresh.length };
}

function toEventRow({ userId, complete }: Completed): EventRow {
  const { id, time, kind } = complete.event;
  const data = JSON.stringify(encodeEvent(complete));
  return { day: dayText(time), id, userId, kind, time: new Date(time), data };
}

/** Without entries whose event the batch names before. */
function withoutRepeats(entries: readonly Entry[]): Entry[] {
  const firsts = new Map<string, Entry>();
  for (const entry of entries) {
    const key = logKey(entry.event);
    if (!firsts.has(key)) firsts.set(key, entry);
  }
  return [...firsts.values()];
}

/** Without purchases whose transaction another event has made. */
async function withoutRepeatedPurchases(
  tx: Db,
  siteId: number,
  resolved: readonly Resolved[],
): Promise<readonly Resolved[]> {
  const firsts = new Map<string, PurchaseRow>();
  for (const { event } of resolved) {
    const purchase = purchaseOf(event);
    if (purchase && !firsts.has(purchase.transactionId)) {
      firsts.set(purchase.transactionId, purchase);
    }
  }
  if (firsts.size === 0) return resolved;
  const noted = await notePurchases(tx, siteId, [...firsts.values()]);
  return resolved.filter(({ event }) => {
    const purchase = purchaseOf(event);
    if (!purchase) return true;
    const first = noted.get(purchase.transactionId);
    return first?.eventId === purchase.eventId && first.day === purchase.day;
  });
}

function purchaseOf(event: Event): PurchaseRow | undefined {
  if (event.kind !== 'purchase' || event.transactionId === undefined) return undefined;
  return { transactionId: event.transactionId, day: dayText(event.time), eventId: event.id };
}
