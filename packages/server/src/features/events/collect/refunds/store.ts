// Refunds of whole transactions by transaction id, and the logged events that they meet.
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';

/**
 * Takes a site's transactions until the transaction of the database ends: claims of purchases beside
 * one another, all others alone. A purchase and its refund that are folded at the same moment would
 * otherwise not see one another.
 */
export async function lockPurchases(db: Db, siteId: number): Promise<void> {
  await sql`
    select pg_advisory_xact_lock_shared(hashtext('attune transactions'), ${siteId})`.execute(db);
}

/** As `lockPurchases`, and no other batch of the site has purchases or refunds meanwhile. */
export async function lockTransactionsAlone(db: Db, siteId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('attune transactions'), ${siteId})`.execute(db);
}

/** Logged purchases and refunds, with the users in whose profiles they are. */
export async function selectTransactionEvents(
  db: Db,
  siteId: number,
  keys: readonly { readonly day: string; readonly eventId: string }[],
): Promise<{ userId: string; data: string }[]> {
  const days = [...new Set(keys.map(({ day }) => day))];
  const { rows } = await sql<{ user_id: string; data: string }>`
    select found.user_id, found.data
    from unnest(${keys.map(({ day }) => day)}::date[],
                ${keys.map(({ eventId }) => eventId)}::text[]) as wanted (day, id)
    cross join lateral (
      select user_id, data from event
      where site_id = ${siteId} and day = wanted.day and id = wanted.id
        and day = any(${days}::date[])
      limit 1) as found`.execute(db);
  return rows.map(({ user_id, data }) => ({ userId: user_id, data }));
}

/** Rewrites the data of logged events. */
export async function updateEventData(
  db: Db,
  siteId: number,
  events: readonly { readonly day: string; readonly id: string; readonly data: string }[],
): Promise<void> {
  const days = [...new Set(events.map(({ day }) => day))];
  await sql`
    update event set data = fresh.data
    from unnest(${events.map(({ day }) => day)}::date[],
                ${events.map(({ id }) => id)}::text[],
                ${events.map(({ data }) => data)}::text[]) as fresh (day, id, data)
    where event.site_id = ${siteId} and event.day = any(${days}::date[])
      and event.day = fresh.day and event.id = fresh.id`.execute(db);
}

/** Owners of those of some users that are devices. */
export async function selectOwners(
  db: Db,
  siteId: number,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ user_id: string; owner_id: string }>`
    select user_id, owner_id from device
    where site_id = ${siteId} and user_id = any(${userIds}::bigint[])`.execute(db);
  return new Map(rows.map(({ user_id, owner_id }) => [user_id, owner_id]));
}
