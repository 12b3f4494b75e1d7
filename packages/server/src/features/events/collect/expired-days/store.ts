// Days of the log that sites have no more use for: whose events are in them, and dropping them.
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../../../../db/schema.ts';

/** Those of some days of the log on which a site has events, in ascending order. */
export async function selectDaysWithEvents(
  db: Db,
  siteId: number,
  days: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select wanted.day from unnest(${days}::date[]) as wanted (day)
    where exists (
      select from event
      where site_id = ${siteId} and day = wanted.day and day = any(${days}::date[]))
    order by 1`.execute(db);
  return rows.map(({ day }) => day);
}

/** How many events a site has on some days. */
export async function countEventsOn(
  db: Db,
  siteId: number,
  days: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from event
    where site_id = ${siteId} and day = any(${days}::date[])`.execute(db);
  return Number(rows[0]!.count);
}

/** A page of the users with events on a day, by id. */
export async function selectUsersOn(
  db: Db,
  siteId: number,
  day: string,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const behind = after === undefined ? sql`` : sql`and user_id > ${after}`;
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from event
    where site_id = ${siteId} and day = ${day} ${behind}
    order by user_id limit ${limit}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Those of some users with events on some days. */
export async function selectUsersAmong(
  db: Db,
  siteId: number,
  userIds: readonly string[],
  days: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select wanted.user_id from unnest(${userIds}::bigint[]) as wanted (user_id)
    where exists (
      select from event
      where site_id = ${siteId} and user_id = wanted.user_id
        and day = any(${days}::date[]))`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Deletes some of a site's events of a day; how many there were. */
export async function deleteSomeOn(
  db: Db,
  siteId: number,
  day: string,
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from event
    where site_id = ${siteId} and day = ${day} and id in (
      select id from event where site_id = ${siteId} and day = ${day} limit ${limit})`.execute(db);
  return Number(numAffectedRows);
}

/** Waits for what uses the log, so long at most, and locks it until the transaction ends. */
export async function lockLog(tx: Db, waitMs: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(waitMs)}, true)`.execute(tx);
  await sql`lock table only event in access exclusive mode`.execute(tx);
}

/** Has something else used a table for longer than it was to be waited for? */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '55P03';

/** The sites with events on a day: from one to the next in the key, whatever is between. */
export async function selectSitesOn(db: Db, day: string): Promise<number[]> {
  const { rows } = await sql<{ site_id: number }>`
    with recursive present as (
      (select site_id from event where day = ${day} order by site_id limit 1)
      union all
      select (select site_id from event
              where day = ${day} and site_id > present.site_id order by site_id limit 1)
      from present where present.site_id is not null)
    select site_id from present where site_id is not null`.execute(db);
  return rows.map(({ site_id }) => site_id);
}

/** Drops a day with whatever is in it. */
export async function dropDay(tx: Db, day: string): Promise<void> {
  await sql`drop table ${sql.table(`event_${day.replaceAll('-', '_')}`)}`.execute(tx);
}
