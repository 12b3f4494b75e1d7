// One batch of one site: identities resolved, events completed, logged once, and folded.
import {
  type CompleteEvent,
  completeEvent,
  type Directory,
  decodeEvent,
  type Event,
  encodeEvent,
  type Identifier,
  identifierKey,
  resolveSighting,
  skusOf,
} from '@attune/core';
import type { SiteSnapshot } from '../../context.ts';
import type { Db } from '../../db/schema.ts';
import { selectAffinityValues } from '../feeds/index.ts';
import {
  insertIdentifiers,
  loadDirectory,
  mintPersonId,
  upsertDevices,
} from '../identity/index.ts';
import { foldInto } from '../profiles/index.ts';
import { dayText } from './days.ts';
import type { Entry } from './entry.ts';
import {
  insertEvents,
  notePurchases,
  type PurchaseRow,
  selectEvents,
  selectPurchases,
} from './store.ts';

/** Another worker named the same person meanwhile: the batch is to be done again. */
export class IdentityRace extends Error {}

export interface Outcome {
  readonly folded: number;
  readonly repeated: number;
}

interface Resolved {
  readonly event: Event;
  readonly userId: string;
  readonly identified: boolean;
}

type Cart = Extract<Event, { kind: 'purchase' }>['cart'];

/**
 * Takes entries of one site into its log and profiles, within the caller's transaction. An event
 * that the log has already changes nothing. Throws `IdentityRace`.
 */
export async function processEntries(
  tx: Db,
  snapshot: SiteSnapshot,
  entries: readonly Entry[],
): Promise<Outcome> {
  const siteId = snapshot.site.id;
  const resolved = await resolveEntries(tx, snapshot, entries);
  const once = await withoutRepeats(tx, siteId, resolved);
  const complete = await completeAll(tx, snapshot, once);
  const added = await insertEvents(
    tx,
    siteId,
    complete.map(({ userId, complete: done }) => ({
      day: dayText(done.event.time),
      id: done.event.id,
      userId,
      kind: done.event.kind,
      time: new Date(done.event.time),
      data: JSON.stringify(encodeEvent(done)),
    })),
  );
  const fresh = complete.filter(({ complete: { event } }) => added.has(logKey(event)));
  await foldInto(tx, siteId, fresh);
  return { folded: fresh.length, repeated: entries.length - fresh.length };
}

const logKey = ({ id, time }: Event) => `${dayText(time)} ${id}`;

async function resolveEntries(
  tx: Db,
  { site }: SiteSnapshot,
  entries: readonly Entry[],
): Promise<Resolved[]> {
  const known = await loadDirectory(tx, site.id, entries);
  const directory: Directory = { people: new Map(known.people), devices: new Map(known.devices) };
  const mint = (identifier: Identifier) => mintPersonId(site.salt, identifier);
  const resolved = entries.map((entry) => {
    const { userId, personId } = resolveSighting(directory, entry, mint);
    return { event: entry.event, userId, identified: personId !== undefined };
  });
  const named = entries.flatMap(({ identifiers }) => identifiers);
  const fresh = new Map(
    named
      .map((identifier) => [identifierKey(identifier), identifier] as const)
      .filter(([key]) => !known.people.has(key)),
  );
  const people = [...fresh].map(([key, identifier]) => ({
    identifier,
    personId: directory.people.get(key)!,
  }));
  if (!(await insertIdentifiers(tx, site.id, people))) throw new IdentityRace();
  const moved = [...directory.devices].filter(([id, device]) => known.devices.get(id) !== device);
  await upsertDevices(tx, site.id, moved);
  return resolved;
}

/** Without events that the batch names twice, or whose transaction another event has made. */
async function withoutRepeats(
  tx: Db,
  siteId: number,
  resolved: readonly Resolved[],
): Promise<Resolved[]> {
  const byKey = new Map<string, Resolved>();
  for (const one of resolved) {
    const key = logKey(one.event);
    if (!byKey.has(key)) byKey.set(key, one);
  }
  const firsts = [...byKey.values()];
  const purchases = firsts.flatMap(({ event }) => purchaseOf(event) ?? []);
  if (purchases.length === 0) return firsts;
  const noted = await notePurchases(tx, siteId, purchases);
  return firsts.filter(({ event }) => {
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

async function completeAll(
  tx: Db,
  { site, feeds }: SiteSnapshot,
  resolved: readonly Resolved[],
): Promise<{ userId: string; complete: CompleteEvent }[]> {
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
