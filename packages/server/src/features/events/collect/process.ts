// One batch of one site: repeats left out, identities resolved, events logged once, and folded.
import { type Event, encodeEvent } from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import type { SiteRow } from '../../configuration/sites/index.ts';
import { foldInto } from '../../people/profiles/index.ts';
import { noteExposures } from '../exposures/index.ts';
import { noteChanges } from '../interactions/index.ts';
import { noteRecommended } from '../recommended/index.ts';
import { type Completed, completeEvents } from './complete.ts';
import { confirmTransactions } from './confirm.ts';
import { dayText, logKey } from './days.ts';
import type { Entry } from './entry.ts';
import { noteImported } from './import-counts/index.ts';
import { withoutRepeats } from './repeats.ts';
import { type Resolved, resolveEntries } from './resolve.ts';
import { type EventRow, insertEvents } from './store.ts';
import {
  completeLateRefunds,
  lockTransactions,
  noteTransactions,
  purchaseOf,
  refundOf,
  type TransactionRow,
  takeBackPurchases,
  transactionKey,
} from './transactions/index.ts';

export interface Outcome {
  readonly folded: number;
  readonly repeated: number;
}

/**
 * Takes entries of one site into its log and profiles, within the caller's transaction, which has
 * their partitions; `partition` is one of them. An event that the log has already changes nothing;
 * a purchase whose refund came first completes that. Throws `IdentityRace`.
 *
 * Rows are locked table by table - names, devices, the site's transactions, purchases, refunds,
 * events, profiles, exposures, changes of days, what was recommended - and within a table in the
 * order of their keys, so that batches of different partitions cannot deadlock. So all entries of a
 * site go in one call.
 */
export async function processEntries(
  tx: Db,
  site: Pick<SiteRow, 'id' | 'salt'> & { readonly settings: { readonly timeZone?: unknown } },
  partition: number,
  entries: readonly Entry[],
): Promise<Outcome> {
  const siteId = site.id;
  const resolved = await resolveEntries(tx, site, await withoutRepeats(tx, siteId, entries));
  await lockTransactions(
    tx,
    siteId,
    resolved.map(({ event }) => event),
  );
  const first = await withoutRepeatedTransactions(tx, siteId, resolved);
  const counted = await confirmTransactions(tx, siteId, partition, first);
  const completed = await completeEvents(tx, siteId, counted);
  const complete = await takeBackPurchases(tx, siteId, completed);
  const added = await insertEvents(tx, siteId, complete.map(toEventRow));
  const fresh = complete.filter(({ complete: { event } }) => added.has(logKey(event)));
  const late = await completeLateRefunds(tx, siteId, partition, fresh);
  await foldInto(tx, siteId, [...fresh, ...late]);
  await noteExposures(
    tx,
    siteId,
    fresh.map(({ userId, complete: { event } }) => ({ userId, event })),
  );
  const events = fresh.map(({ complete: { event } }) => event);
  await noteChanges(tx, siteId, partition, events);
  await noteRecommended(tx, site, partition, events);
  await noteImported(tx, siteId, partition, entries, new Set(fresh.map(keyOf)));
  return { folded: fresh.length, repeated: entries.length - fresh.length };
}

const keyOf = ({ complete: { event } }: Completed) => logKey(event);

function toEventRow({ userId, complete }: Completed): EventRow {
  const { id, time, kind } = complete.event;
  const data = JSON.stringify(encodeEvent(complete));
  return { day: dayText(time), id, userId, kind, time: new Date(time), data };
}

/** Without purchases and whole refunds whose transaction another event has made or refunded. */
async function withoutRepeatedTransactions(
  tx: Db,
  siteId: number,
  resolved: readonly Resolved[],
): Promise<readonly Resolved[]> {
  const bought = await withoutRepeated(tx, siteId, 'purchase', resolved, purchaseOf);
  return withoutRepeated(tx, siteId, 'refund', bought, refundOf);
}

async function withoutRepeated(
  tx: Db,
  siteId: number,
  table: 'purchase' | 'refund',
  resolved: readonly Resolved[],
  rowOf: (event: Event) => TransactionRow | undefined,
): Promise<readonly Resolved[]> {
  const firsts = new Map<string, TransactionRow>();
  for (const { event } of resolved) {
    const row = rowOf(event);
    if (row && !firsts.has(transactionKey(row))) firsts.set(transactionKey(row), row);
  }
  if (firsts.size === 0) return resolved;
  const noted = await noteTransactions(tx, table, siteId, [...firsts.values()]);
  const byKey = new Map(noted.map((row) => [transactionKey(row), row]));
  return resolved.filter(({ event }) => {
    const row = rowOf(event);
    if (!row) return true;
    const first = byKey.get(transactionKey(row));
    return first?.eventId === row.eventId && first.day === row.day;
  });
}
