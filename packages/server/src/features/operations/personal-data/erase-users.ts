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
  deleteEvents,
  deleteRejected,
  deleteTransactions,
  type EventRow,
  insertEvents,
  purchaseOf,
  readEventsOf,
} from '../../events/collect/index.ts';
import {
  deleteExposuresOf,
  deleteExposuresOn,
  noteExposures,
  selectSharers,
} from '../../events/exposures/index.ts';
import { forgetDays } from '../../events/interactions/index.ts';
import { deleteAssignmentsOf } from '../../people/assignments/index.ts';
import { deleteAttributes } from '../../people/attributes/index.ts';
import { deletePerson, generateDeviceId, selectIdentifiers } from '../../people/identity/index.ts';
import { deleteMember } from '../../people/lists/index.ts';
import { deleteProfiles, deleteStaleOf, foldInto, markStale } from '../../people/profiles/index.ts';

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
  exposure: async (tx, siteId, { userIds }) => {
    await deleteExposuresOf(tx, siteId, userIds);
    await deleteExposuresOn(tx, siteId, userIds);
  },
  unit_assignment: (tx, siteId, { userIds }) => deleteAssignmentsOf(tx, siteId, userIds),
  audience_member: (tx, siteId, { names, userIds }) => deleteMember(tx, siteId, names, userIds),
  user_fact: (tx, siteId, { names, userIds }) => deleteAttributes(tx, siteId, names, userIds),
  rejected_entry: (tx, siteId, { names, userIds }) =>
    deleteRejected(tx, siteId, [...names.map(({ value }) => value), ...userIds]),
};

/**
 * Erases persons and devices by their user ids, each with all that belongs to it, and what is there
 * under some names: a list or an import may name somebody who was never seen. What reports count of
 * each person is of a nobody of their own from then on. The caller holds every partition of the
 * inbox. Resolves to all who were erased, in the same order.
 */
export async function eraseUsers(
  ctx: Context,
  tx: Db,
  siteId: number,
  people: readonly Erased[],
): Promise<Erased[]> {
  const found: Erased[] = [];
  const nobodies = new Map<string, Nobody>();
  for (const one of people) {
    const names = [...one.names];
    const ids = new Set(one.userIds);
    for (const id of one.userIds) {
      names.push(...(await selectIdentifiers(tx, siteId, id)));
      for (const userId of await deletePerson(tx, siteId, id)) ids.add(userId);
    }
    const nobody = newNobody();
    for (const id of ids) if (!nobodies.has(id)) nobodies.set(id, nobody);
    found.push({ names, userIds: [...ids] });
  }
  const all = { names: found.flatMap(({ names }) => names), userIds: [...nobodies.keys()] };
  await eraseEvents(ctx, siteId, all.userIds, { nobodyOf: (userId) => nobodies.get(userId)! });
  for (const erase of Object.values(erasers)) await erase(tx, siteId, all);
  return found;
}

/**
 * Erases what pages have told of some devices, and what was decided for them; what a server vouches
 * for stays. A device of which nothing stays is forgotten. The caller holds every partition of the
 * inbox.
 */
export async function eraseClaims(
  ctx: Context,
  tx: Db,
  siteId: number,
  devices: readonly string[],
): Promise<void> {
  const nobodies = new Map(devices.map((device) => [device, newNobody()]));
  const vouched = await eraseEvents(ctx, siteId, devices, {
    nobodyOf: (device) => nobodies.get(device)!,
    isErased: isOfPages,
  });
  const forgotten = devices.filter((device) => !vouched.has(device));
  for (const device of forgotten) await deletePerson(tx, siteId, device);
  if (forgotten.length > 0) await deleteProfiles(tx, siteId, forgotten);
  await deleteExposuresOf(tx, siteId, devices);
  await deleteExposuresOn(tx, siteId, devices);
  await deleteAssignmentsOf(tx, siteId, devices);
  await markStale(tx, siteId, [...vouched]);
}

const decidedKinds = new Set(['exposure', 'decision', 'click', 'impression']);

const isOfPages = ({ id, kind }: EventRow) => claimantOf(id) !== '' || decidedKinds.has(kind);

interface Erasing {
  /** Whose a user's events are from now on. */
  readonly nobodyOf: (userId: string) => Nobody;
  /** Which events go; all of them where it is not said. */
  readonly isErased?: (row: EventRow) => boolean;
}

/**
 * Erases some users' events, some days in a transaction of their own, so that no transaction locks
 * every day there is. The caller holds every partition of the inbox: no events are logged
 * meanwhile. Where it stops in the middle, the person's identity still stands, and the next time
 * does the rest. Resolves to the users who have events left.
 */
async function eraseEvents(
  ctx: Context,
  siteId: number,
  userIds: readonly string[],
  { nobodyOf, isErased = () => true }: Erasing,
): Promise<ReadonlySet<string>> {
  const left = new Set<string>();
  const own = new Set(userIds);
  const sharers = (await selectSharers(ctx.db, siteId, userIds)).filter((id) => !own.has(id));
  for await (const events of readEventsOf(ctx.db, siteId, [...userIds, ...sharers])) {
    const theirs = events.filter((row) => own.has(row.userId));
    for (const row of theirs) {
      noteBought(row, nobodyOf(row.userId));
      if (!isErased(row)) left.add(row.userId);
    }
    const shared = events.filter((row) => !own.has(row.userId) && own.has(deviceOf(row)));
    const erased = [...theirs.filter(isErased), ...shared];
    if (erased.length === 0) continue;
    const anonymous = erased.flatMap((row) =>
      anonymised(row, nobodyOf(own.has(row.userId) ? row.userId : deviceOf(row))),
    );
    const byDay = Map.groupBy(erased, ({ day }) => day);
    await ctx.db.transaction().execute(async (tx) => {
      for (const [day, rows] of byDay) {
        const ids = rows.map(({ id }) => id);
        await deleteEvents(tx, siteId, day, ids);
      }
      await markStale(tx, siteId, sharers);
      await forgetDays(tx, siteId, [...byDay.keys()]);
      await deleteTransactions(tx, 'purchase', siteId, erased.flatMap(transactionsIn));
      await logAndFold(tx, siteId, anonymous);
    });
  }
  return left;
}

/** Whose the events are from then on, and what is known of their transactions, oldest first. */
interface Nobody {
  readonly id: string;
  /** New names of transactions by the old ones. */
  readonly names: Map<string, string>;
  readonly bought: Map<string, Purchase>;
}

const newNobody = (): Nobody => ({ id: generateDeviceId(), names: new Map(), bought: new Map() });

/** A server's word stands where a page claims the same transaction. */
function noteBought({ data }: EventRow, { bought }: Nobody): void {
  const { event } = decodeEvent(JSON.parse(data));
  if (event.kind !== 'purchase' || event.transactionId === undefined) return;
  const isFirst = !bought.has(event.transactionId);
  if (isFirst || claimantOf(event.id) === '') bought.set(event.transactionId, event);
}

/** A refund as its amount is counted: its lines are gone once it is anonymous. */
function pricedBy(bought: ReadonlyMap<string, Purchase>, event: Event): Event {
  if (event.kind !== 'refund' || event.transactionId === undefined) return event;
  const purchase = bought.get(event.transactionId);
  return purchase ? { ...event, ...priced(event, purchase) } : event;
}

/** The device that an exposure counts for, where that is not its user; '' for others. */
function deviceOf({ data }: EventRow): string {
  const { event } = decodeEvent(JSON.parse(data));
  return event.kind === 'exposure' && event.unit?.kind === 'device' ? event.unit.id : '';
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
function anonymised(row: EventRow, { id: userId, names, bought }: Nobody): EventRow[] {
  const event = pricedBy(bought, decodeEvent(JSON.parse(row.data)).event);
  const facts = anonymisedFacts(event, (name) => nameless(name, names));
  if (!facts) return [];
  const { time, accounts, isInternal } = event;
  const marks = { ...(accounts && { accounts }), ...(isInternal && { isInternal }) };
  const fresh = { ...facts, id: randomUUID(), time, session: '', ...marks };
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
