// The event log and purchases by transaction id.
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../../../db/schema.ts';

/** Days that the log has a partition for, as YYYY-MM-DD. */
export async function selectEventDays(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits
    join pg_class on pg_class.oid = inhrelid
    where inhparent = 'event'::regclass`.execute(db);
  return rows.map(({ name }) => name.slice('event_'.length).replaceAll('_', '-'));
}

/**
 * Adds the partition of a day. A table is made and attached, since creating it as a partition
 * would lock out every reader of the log.
 */
export async function addEventDay(db: Db, day: string): Promise<void> {
  const table = sql.table(`event_${day.replaceAll('-', '_')}`);
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  await sql`create table if not exists ${table} (like event including all)`.execute(db);
  await sql`alter table event attach partition ${table}
    for values from (${sql.lit(day)}) to (${sql.lit(next)})`.execute(db);
}

/**
 * Has each connection look again which days there are. One that was finding out while a day was
 * added may have been notified of it and gone on with what it had found, for as long as it is open:
 * a change of the table's description, to what it is, is sent to all. ADR 0003.
 */
export async function announceEventDays(db: Db): Promise<void> {
  await sql`alter table only event alter column data set statistics -1`.execute(db);
}

/** Does an error say that there is no partition for an event's day? */
export const isDayMissing = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.routine === 'ExecFindPartition';

/** Takes the right to add partitions until the transaction ends. */
export async function lockEventDays(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('attune event days'))`.execute(db);
}

export interface EventRow {
  readonly day: string;
  readonly id: string;
  readonly userId: string;
  readonly kind: string;
  readonly time: Date;
  /** The core's encoding of a complete event. */
  readonly data: string;
}

/**
 * Adds events to the log; returns those that were not in it, as `day id`. Always in one order, so
 * that two workers with the same events cannot wait for one another.
 */
export async function insertEvents(
  db: Db,
  siteId: number,
  events: readonly EventRow[],
): Promise<Set<string>> {
  const { rows } = await sql<{ day: string; id: string }>`
    insert into event (site_id, day, id, user_id, kind, time, data)
    select ${siteId}, * from unnest(
      ${events.map(({ day }) => day)}::date[],
      ${events.map(({ id }) => id)}::text[],
      ${events.map(({ userId }) => userId)}::bigint[],
      ${events.map(({ kind }) => kind)}::text[],
      ${events.map(({ time }) => time.toISOString())}::timestamptz[],
      ${events.map(({ data }) => data)}::text[])
      as made (day, id, user_id, kind, time, data)
    order by day, id
    on conflict do nothing
    returning day, id`.execute(db);
  return new Set(rows.map(({ day, id }) => `${day} ${id}`));
}

/**
 * For each key PostgreSQL looks through the days of the statement for its partition: events of a
 * whole year in one statement cost four times as much.
 */
const daysAtOnce = 32;

/**
 * When those of some events were that the log has, by `day id`. Looked up one by one: as a plain
 * join, PostgreSQL would hash the whole log for a batch.
 */
export async function selectLogged(
  db: Db,
  siteId: number,
  keys: readonly { day: string; id: string }[],
): Promise<Map<string, Date>> {
  const logged = new Map<string, Date>();
  const byDay = [...Map.groupBy(keys, ({ day }) => day)];
  for (let at = 0; at < byDay.length; at += daysAtOnce) {
    const some = byDay.slice(at, at + daysAtOnce);
    // Days named beside the join leave the planner only their partitions to think about.
    const days = some.map(([day]) => day);
    const wanted = some.flatMap(([, ofDay]) => ofDay);
    const { rows } = await sql<{ day: string; id: string; time: Date }>`
      select found.day, found.id, found.time
      from unnest(${wanted.map(({ day }) => day)}::date[],
                  ${wanted.map(({ id }) => id)}::text[]) as wanted (day, id)
      cross join lateral (
        select day, id, time from event
        where site_id = ${siteId} and day = wanted.day and id = wanted.id
          and day = any(${days}::date[])
        limit 1) as found`.execute(db);
    for (const { day, id, time } of rows) logged.set(`${day} ${id}`, time);
  }
  return logged;
}

/** Events of some users on some days, oldest first. The days bound which partitions are locked. */
export async function selectEventsOn(
  db: Db,
  siteId: number,
  userIds: readonly string[],
  days: readonly string[],
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select day, id, user_id as "userId", kind, time, data from event
    where site_id = ${siteId} and user_id = any(${userIds}::bigint[])
      and day = any(${days}::date[])
    order by time, id`.execute(db);
  return rows;
}

/** The last events of some users on some days, the latest first. */
export async function selectLastEventsOn(
  db: Db,
  siteId: number,
  userIds: readonly string[],
  days: readonly string[],
  limit: number,
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select day, id, user_id as "userId", kind, time, data from event
    where site_id = ${siteId} and user_id = any(${userIds}::bigint[])
      and day = any(${days}::date[])
    order by time desc, id desc
    limit ${limit}`.execute(db);
  return rows;
}

/** Events of a day that a request's decisions made: `<request>`, `<request>:<place>`. */
export async function selectRequestEvents(
  db: Db,
  siteId: number,
  day: string,
  request: string,
): Promise<Pick<EventRow, 'id' | 'data'>[]> {
  const { rows } = await sql<Pick<EventRow, 'id' | 'data'>>`
    select id, data from event
    where site_id = ${siteId} and day = ${day}
      and (id = ${request} or (id > ${`${request}:`} and id < ${`${request};`}))
    order by id`.execute(db);
  return rows;
}

/** An event of the log whose type was unknown when it came. */
export interface LoggedUnrecognised extends Pick<EventRow, 'id' | 'userId' | 'data'> {
  readonly siteId: number;
}

/** Events of a day that are of these types, not known when they came. Takes as long as it takes. */
export async function selectUnrecognised(
  db: Db,
  day: string,
  types: readonly string[],
): Promise<LoggedUnrecognised[]> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    const { rows } = await sql<LoggedUnrecognised>`
      select site_id as "siteId", id, user_id as "userId", data from event
      where day = ${day} and kind = 'unrecognised'
        and data::jsonb #>> '{event,type}' = any(${types}::text[])
      order by site_id, id`.execute(tx);
    return rows;
  });
}

/** Takes events of a site and a day out of the log; the ids of those that were there. */
export async function deleteEvents(
  db: Db,
  siteId: number,
  day: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    delete from event
    where site_id = ${siteId} and day = ${day} and id = any(${ids}::text[])
    returning id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Takes the right to read events of new types again until the transaction ends; or false. */
export async function tryLockEventTypes(db: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('attune event types')) as locked`.execute(db);
  return rows[0]!.locked;
}

/** The types of events that this version and those before it can read. */
export async function selectEventTypes(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('event_type').select('type').execute();
  return new Set(rows.map(({ type }) => type));
}

export async function addEventTypes(db: Db, types: readonly string[]): Promise<void> {
  await db
    .insertInto('event_type')
    .values(types.map((type) => ({ type })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Has a site an event on some days? */
export async function selectHasEvent(
  db: Db,
  siteId: number,
  days: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select from event where site_id = ${siteId} and day = any(${days}::date[])) as has
  `.execute(db);
  return rows[0]!.has;
}
