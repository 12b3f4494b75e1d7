// Erases users: what identifies goes, what reports count stays under an anonymous id.
import { randomUUID } from 'node:crypto';
import {
  anonymisedFacts,
  asClaim,
  type CompleteEvent,
  claimantOf,
  decodeEvent,
  type Event,
  encodeEvent,
  type Identifier,
  priced,
} from '@attune/core';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import type { TableErasedBy } from '../../../site-tables.ts';
import {
  deleteEventsOn,
  deleteRejected,
  deleteTransactions,
  type EventRow,
  insertEvents,
  purchaseOf,
  readEventsOf,
} from '../../events/collect/index.ts';
import { deleteExposuresOf, noteExposures } from '../../events/exposures/index.ts';
import { forgetDays } from '../../events/interactions/index.ts';
import { deleteAttributes } from '../../people/attributes/index.ts';
import { deletePerson, generateDeviceId, selectIdentifiers } from '../../people/identity/index.ts';
import { deleteMember } from '../../people/lists/index.ts';
import { deleteProfiles, deleteStaleOf, foldInto } from '../../people/profiles/index.ts';

/** The people of an erasure, by the names and user ids that are known. */
export interface Erased {
  readonly names: readonly Identifier[];
  readonly userIds: readonly string[];
}

type Purchase = Extract<Event, { kind: 'purchase' }>;

type Eraser = (tx: Db, siteId: number, erased: Erased) => Promise<void>;

/** Which function deletes a person's rows from each table, as the list of tables says. */
const erasers: { readonly [T in TableErasedBy<'rows'>]: Eraser } = {
  profile: (tx, siteId, { userIds }) => deleteProfiles(tx, siteId, userIds),
  stale_profile: (tx, siteId, { userIds }) => deleteStaleOf(tx, siteId, userIds),
  exposure: (tx, siteId, { userIds }) => deleteExposuresOf(tx, siteId, userIds),
  audience_member: (tx, siteId, { names, userIds }) => deleteMember(tx, siteId, names, userIds),
  user_fact: (tx, siteId, { names, userIds }) => deleteAttributes(tx, siteId, names, userIds),
  rejected_entry: (tx, siteId, { names, userIds }) =>
    deleteRejected(tx, siteId, [...names.map(({ value }) => value), ...userIds]),
};

/**
 * Erases persons and devices by their user ids, each with all that belongs to it, and what is there
 * under some names: a list or an import may name somebody who was never seen. The caller holds
 * every partition of the inbox. Resolves to all who were erased.
 */
export async function eraseUsers(
  ctx: Context,
  tx: Db,
  siteId: number,
  { names: given, userIds: ids }: Erased,
): Promise<Erased> {
  const names = [...given];
  const found = new Set(ids);
  for (const id of ids) {
    names.push(...(await selectIdentifiers(tx, siteId, id)));
    for (const userId of await deletePerson(tx, siteId, id)) found.add(userId);
  }
  const erased = { names, userIds: [...found] };
  await eraseEvents(ctx, siteId, erased.userIds);
  for (const erase of Object.values(erasers)) await erase(tx, siteId, erased);
  return erased;
}

/**
 * Erases some users' events, some days in a transaction of their own, so that no transaction locks
 * every day there is. The caller holds every partition of the inbox: no events are logged
 * meanwhile. Where it stops in the middle, the person's identity still stands, and the next time
 * does the rest.
 */
async function eraseEvents(ctx: Context, siteId: number, userIds: string[]): Promise<void> {
  const nobody = generateDeviceId();
  const transactions: Transactions = { names: new Map(), bought: new Map() };
  for await (const events of readEventsOf(ctx.db, siteId, userIds)) {
    noteBought(events, transactions);
    const anonymous = events.flatMap((row) => anonymised(row, nobody, transactions));
    const days = [...new Set(events.map(({ day }) => day))];
    await ctx.db.transaction().execute(async (tx) => {
      await deleteEventsOn(tx, siteId, userIds, days);
      await forgetDays(tx, siteId, days);
      await deleteTransactions(tx, 'purchase', siteId, events.flatMap(transactionsIn));
      await logAndFold(tx, siteId, anonymous);
    });
  }
}

/** What is known of an erased person's transactions while their events are read, oldest first. */
interface Transactions {
  /** Their new names by the old ones. */
  readonly names: Map<string, string>;
  readonly bought: Map<string, Purchase>;
}

/** A server's word stands where a page claims the same transaction. */
function noteBought(events: readonly EventRow[], { bought }: Transactions): void {
  for (const { data } of events) {
    const { event } = decodeEvent(JSON.parse(data));
    if (event.kind !== 'purchase' || event.transactionId === undefined) continue;
    const isFirst = !bought.has(event.transactionId);
    if (isFirst || claimantOf(event.id) === '') bought.set(event.transactionId, event);
  }
}

/** A refund as its amount is counted: its lines are gone once it is anonymous. */
function pricedBy(bought: ReadonlyMap<string, Purchase>, event: Event): Event {
  if (event.kind !== 'refund' || event.transactionId === undefined) return event;
  const purchase = bought.get(event.transactionId);
  return purchase ? { ...event, ...priced(event, purchase) } : event;
}

/** Anonymous events have a profile as all events do, so that a rebuild changes nothing. */
async function logAndFold(tx: Db, siteId: number, anonymous: readonly EventRow[]): Promise<void> {
  if (anonymous.length === 0) return;
  await insertEvents(tx, siteId, anonymous);
  const events = anonymous.map(({ userId, data }) => ({
    userId,
    complete: decodeEvent(JSON.parse(data)),
  }));
  await foldInto(tx, siteId, events);
  await noteExposures(
    tx,
    siteId,
    events.map(({ userId, complete: { event } }) => ({ userId, event })),
  );
}

function transactionsIn({ data }: EventRow) {
  return purchaseOf(decodeEvent(JSON.parse(data)).event) ?? [];
}

/** What reports count of an event, under another user and another id; nothing of other kinds. */
function anonymised(row: EventRow, userId: string, { names, bought }: Transactions): EventRow[] {
  const event = pricedBy(bought, decodeEvent(JSON.parse(row.data)).event);
  const facts = anonymisedFacts(event, (name) => nameless(name, names));
  if (!facts) return [];
  const fresh = { ...facts, id: randomUUID(), time: event.time, session: '' };
  // A claim stays one, of nobody.
  const anonymous = claimantOf(event.id) === '' ? fresh : asClaim(fresh, '0');
  const { id } = anonymous;
  const complete: CompleteEvent = {
    event: anonymous,
    identified: false,
    observations: [],
  };
  return [{ ...row, id, userId, data: JSON.stringify(encodeEvent(complete)) }];
}

/** Transactions keep a name of nothing, by which refunds take back the same purchases as before. */
function nameless(name: string, known: Map<string, string>): string {
  const other = known.get(name) ?? randomUUID();
  known.set(name, other);
  return other;
}
