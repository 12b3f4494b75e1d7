// The inbox's table, and the locks of the workers.
import { partitionCount } from '@attune/core';
import { sql } from 'kysely';
import pg from 'pg';
import type { InboxMark } from '../../../../context.ts';
import { isUnavailable } from '../../../../db/errors.ts';
import type { Db } from '../../../../db/schema.ts';
import { isDayMissing } from '../store.ts';
import type { InboxBatch } from './batch.ts';
import { unpack } from './packing.ts';

/** Channel on which workers are notified of lines in the inbox. */
export const inboxChannel = 'attune_inbox';

/** Lines that wait together. */
export interface WaitingRow {
  readonly id: string;
  readonly siteId: number;
  readonly partition: number;
  readonly text: string;
}

/**
 * Makes lines durable, and wakes the workers. Shares the right to take ids with all that do the
 * same: taken before the first id is, since ids are given to joined rows.
 */
export async function insertInbox(db: Db, batch: InboxBatch): Promise<void> {
  const { siteIds, partitions, sizes, starts, lengths, bytes } = await batch.rows();
  await sql`
    with shared as materialized (
      select pg_advisory_xact_lock_shared(hashtext('attune inbox ids'))
    ), sent as (
      select site_id, partition, size,
             substring(${bytes}::bytea from start + 1 for length) as bytes
      from unnest(${siteIds}::int[], ${partitions}::smallint[], ${sizes}::int[],
                  ${starts}::int[], ${lengths}::int[])
        as row (site_id, partition, size, start, length)
    ), added as (
      insert into inbox (site_id, partition, entry, packed, size)
      select site_id, partition,
             case when size is null then convert_from(bytes, 'UTF8') end,
             case when size is not null then bytes end,
             size
      from shared cross join sent
    )
    select pg_notify(${inboxChannel}, '')`.execute(db);
}

/**
 * Nodes of the previous release have 32 partitions, four of which have the users of one of ours: a
 * worker of ours has those as well, and their rows.
 */
const partitionsBefore = 32;
const numbersOf = (partition: number) =>
  [...Array(partitionsBefore).keys()].filter((number) => number % partitionCount === partition);

/** The partitions that hold something, in ascending order. */
export async function selectWaitingPartitions(db: Db): Promise<number[]> {
  const { rows } = await sql<{ partition: number }>`
    select distinct number % ${partitionCount}::int as partition
    from generate_series(0, ${partitionsBefore - 1}::int) as number
    where exists (select 1 from inbox where inbox.partition = number)
    order by partition`.execute(db);
  return rows.map(({ partition }) => partition);
}

/** A worker that holds partitions and does nothing for so long is stopped, or cut off. */
const idleMs = 15_000;

/**
 * Takes those of some partitions that no other worker has, until the transaction ends: by itself
 * where the worker that began it does nothing.
 */
export async function lockPartitions(
  db: Db,
  partitions: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ partition: number }>`
    with bounded as materialized (
      select set_config('idle_in_transaction_session_timeout', ${String(idleMs)}, true))
    select number % ${partitionCount}::int as partition
    from bounded cross join unnest(${partitions.flatMap(numbersOf)}::int[]) as number
    group by partition
    having bool_and(pg_try_advisory_xact_lock(hashtext('attune inbox'), number))
    order by partition`.execute(db);
  return rows.map(({ partition }) => partition);
}

/**
 * Ends the sessions of workers that hold partitions and take nothing of what they have asked for:
 * while the database waits to send, none of its own limits ends them. Resolves to how many.
 */
export async function endStuckWorkers(db: Db, stuckMs = idleMs): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event = 'ClientWrite'
      and state_change < clock_timestamp() - ${stuckMs} * interval '1 ms'
      and pid in (
        select pid from pg_locks
        where locktype = 'advisory' and granted and objsubid = 2
          and classid = (hashtext('attune inbox')::bigint & 4294967295)::oid)`.execute(db);
  return rows.length;
}

/**
 * Waits for the batches under way and takes every partition until the transaction ends: no worker
 * is then between resolving a user and writing their events.
 */
export async function lockAllPartitions(db: Db): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtext('attune inbox'), number)
    from generate_series(0, ${partitionsBefore - 1}::int) as number`.execute(db);
}

/** Rows have some lines or hundreds: a batch is bounded by the bytes of its text as well. */
const batchBytes = 262_144;

/**
 * The oldest rows of some partitions: at least one, then as many as make a batch. `hasMore` says
 * whether others wait behind them.
 */
export async function selectInbox(
  db: Db,
  partitions: readonly number[],
  limit: number,
): Promise<{ readonly rows: readonly WaitingRow[]; readonly hasMore: boolean }> {
  const { rows } = await sql<{
    id: string;
    siteId: number;
    partition: number;
    entry: string | null;
    packed: Buffer | null;
    size: number;
    found: number;
  }>`
    select id, site_id as "siteId", partition % ${partitionCount}::int as partition, entry, packed,
           size, found
    from (select *, sum(size) over (order by id) - size as before,
                 row_number() over (order by id) as place, (count(*) over ())::int as found
          from (select id, site_id, partition, entry, packed,
                       coalesce(size, octet_length(entry)) as size
                from inbox where partition = any(${partitions.flatMap(numbersOf)}::smallint[])
                order by id limit ${limit + 1}) as oldest) as summed
    where before < ${batchBytes} and place <= ${limit}
    order by id`.execute(db);
  return {
    rows: rows.map(({ id, siteId, partition, entry, packed, size }) => ({
      ...{ id, siteId, partition },
      text: entry ?? textOf(packed!, size),
    })),
    hasMore: rows.length < (rows[0]?.found ?? 0),
  };
}

/** The beginning of the text that replaces a frame which cannot be unpacked. */
export const damagedStart = '{"v":"damaged",';

/** The text of a frame; of a damaged one, a text that no worker can read, with the frame in it. */
export function textOf(packed: Buffer, size: number): string {
  try {
    return unpack(packed, size);
  } catch {
    return `${damagedStart}"size":${size},"frame":"${packed.toString('base64')}"}`;
  }
}

/** Removes rows that have been worked off. */
export async function deleteInbox(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from inbox where id = any(${ids}::bigint[])`.execute(db);
}

/**
 * Waits until every row that has an id is there or never will be, and keeps ids from being taken
 * until the transaction ends, which should be soon.
 */
export async function lockInboxIds(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('attune inbox ids'))`.execute(tx);
}

/** The highest id that was ever given out up to now, '0' for none. */
export async function selectLastInboxId(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(pg_sequence_last_value(pg_get_serial_sequence('inbox', 'id')::regclass), 0) as id
  `.execute(db);
  return rows[0]?.id ?? '0';
}

/** How much up to a mark is still waiting: rows of the table, messages of the stream. */
export async function countInbox(db: Db, { inboxId, place }: InboxMark): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select (select count(*) from inbox where id <= ${inboxId})
           + greatest(0, ${place}::bigint - (select min(place) from inbox_position)) as count
  `.execute(db);
  return Number(rows[0]?.count ?? 0);
}

export interface Waiting {
  readonly waitingRows: number;
  readonly setAside: number;
  /** Of those that wait. */
  readonly oldestId: number | null;
  /** The highest that was given out, of whatever site. */
  readonly lastId: number;
}

/** What of a site waits for a worker, and what could not be worked off. */
export async function selectBacklog(db: Db, siteId: number): Promise<Waiting> {
  const { rows } = await sql<{ waiting: number; oldest: string | null; aside: number }>`
    select count(*)::int as waiting, min(id) as oldest,
           (select count(*)::int from rejected_entry where site_id = ${siteId}) as aside
    from inbox where site_id = ${siteId}`.execute(db);
  const { waiting, oldest, aside } = rows[0]!;
  const lastId = Number(await selectLastInboxId(db));
  const oldestId = oldest === null ? null : Number(oldest);
  return { waitingRows: waiting, setAside: aside, oldestId, lastId };
}

/** The later of two marks. */
export function laterOf(one: InboxMark, other: InboxMark): InboxMark {
  const later = (a: string, b: string) => (BigInt(a) > BigInt(b) ? a : b);
  return {
    inboxId: later(one.inboxId, other.inboxId),
    place: later(one.place, other.place),
  };
}

/** May events of a site up to a mark be waiting still? The stream does not tell sites apart. */
export async function isWaiting(
  db: Db,
  siteId: number,
  { inboxId, place }: InboxMark,
): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from inbox where site_id = ${siteId} and id <= ${inboxId})
      or ${place}::bigint > coalesce((select min(place) from inbox_position), 0)`.execute(db);
  return rows.length > 0;
}

/** Does some work of a transaction so that the rest of it stands when the work throws. */
export async function attempt(tx: Db, work: () => Promise<void>): Promise<void> {
  await sql`savepoint attempt`.execute(tx);
  try {
    await work();
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(tx);
    throw error;
  }
  await sql`release savepoint attempt`.execute(tx);
}

/**
 * Would the same rows fail again? So it is with errors in our code, and with PostgreSQL's errors of
 * values (classes 21, 22, 23, 54); not with a deadlock, a time limit, or a table or a day that is
 * missing.
 */
export function isFaultOfRows(error: unknown): boolean {
  if (isUnavailable(error) || isDayMissing(error)) return false;
  return error instanceof pg.DatabaseError ? /^(21|22|23|54)/.test(error.code ?? '') : true;
}
