// Users whose profiles are to be made again from the log: what they hold of it has left it.
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

export interface StaleProfile {
  readonly siteId: number;
  readonly userId: string;
  /** Higher each time that the user is noted. */
  readonly number: string;
}

/** Notes users, in the transaction that takes something of them out of the log. */
export async function markStale(db: Db, siteId: number, userIds: readonly string[]): Promise<void> {
  await sql`
    insert into stale_profile (site_id, user_id)
    select ${siteId}, id from unnest(${userIds}::bigint[]) as id order by id
    on conflict (site_id, user_id) do update set number = default`.execute(db);
}

/** Some of those that were noted, the first ones. */
export async function selectStale(db: Db, most: number): Promise<StaleProfile[]> {
  const { rows } = await sql<StaleProfile>`
    select site_id as "siteId", user_id as "userId", number from stale_profile
    order by number limit ${most}`.execute(db);
  return rows;
}

/** Forgets users who were noted, unless they were noted again since. */
export async function forgetStale(db: Db, made: readonly StaleProfile[]): Promise<void> {
  await sql`
    delete from stale_profile
    where number = any(${made.map(({ number }) => number)}::bigint[])`.execute(db);
}

/** Forgets users of a site who have no profile any more. */
export async function deleteStaleOf(
  db: Db,
  siteId: number,
  userIds: readonly string[],
): Promise<void> {
  await sql`
    delete from stale_profile
    where site_id = ${siteId} and user_id = any(${userIds}::bigint[])`.execute(db);
}
