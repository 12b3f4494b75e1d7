// Days of the log as blocks, and how often each day has changed.
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { type CellPlaces, cellPlaces } from '../../../db/binary-rows.ts';
import { copyOut } from '../../../db/copy-out.ts';
import type { Db } from '../../../db/schema.ts';
import { interactionEvents } from './interactions.ts';

/** The row in which erasures count what they change. */
const erasing = -1;

/**
 * Notes that days have changed, and how many interactions did, by the holder of a partition of the
 * inbox.
 */
export async function raiseDays(
  db: Db,
  siteId: number,
  partition: number,
  days: ReadonlyMap<string, number>,
): Promise<void> {
  if (days.size === 0) return;
  await sql`
    insert into event_day_change (site_id, day, partition, changes)
    select ${siteId}, day, ${partition}, changes
    from unnest(${[...days.keys()]}::date[], ${[...days.values()]}::bigint[]) as made (day, changes)
    order by day
    on conflict (site_id, day, partition) do update
    set changes = event_day_change.changes + excluded.changes, version = excluded.version
  `.execute(db);
}

/** Deletes the blocks of days of which events were erased; none made before is written again. */
export async function forgetDays(db: Db, siteId: number, days: readonly string[]): Promise<void> {
  await lockBlocks(db, siteId);
  await db
    .deleteFrom('event_day_block')
    .where('site_id', '=', siteId)
    .where('day', 'in', days)
    .execute();
  await raiseDays(db, siteId, erasing, new Map([...days].sort().map((day) => [day, 1])));
}

/** Forgets a day of the log that has been dropped, of all sites. */
export async function forgetDroppedDay(db: Db, day: string): Promise<void> {
  await db.deleteFrom('event_day_block').where('day', '=', day).execute();
  await db.deleteFrom('event_day_change').where('day', '=', day).execute();
}

/** Takes the right to write a site's blocks until the transaction ends. */
async function lockBlocks(db: Db, siteId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('attune day blocks'), ${siteId})`.execute(db);
}

export interface DayState {
  /** YYYY-MM-DD. */
  readonly day: string;
  /** How often its interactions have changed, erasures included; 0: not since that is counted. */
  readonly changes: number;
  /** How many of those are erasures. */
  readonly erasures: number;
  /** Another text after each change of any of its events. */
  readonly version: string;
  /** After how many of them its blocks were made; undefined: there are none. */
  readonly made: number | undefined;
}

/** A day's version; `changes` is in it as nodes of the release before this raise nothing else. */
const version = sql`coalesce(sum(changed.version + changed.changes)::text, 'none')`;

/** The days of the log from one day on, as they are for a site, in ascending order. */
export async function selectDays(db: Db, siteId: number, from: string): Promise<DayState[]> {
  const { rows } = await sql<{
    day: string;
    changes: string;
    erasures: string;
    version: string;
    made: string | null;
  }>`
    with names as materialized (
      -- Or names of other tables would be read as days.
      select substr(relname, length('event_') + 1) as name
      from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'event'::regclass
    ), days as (
      select replace(name, '_', '-')::date as day from names
    )
    select days.day::text as day, coalesce(sum(changed.changes), 0) as changes,
           coalesce(sum(changed.changes) filter (where partition = ${erasing}), 0) as erasures,
           ${version} as version, block.changes as made
    from days
    left join event_day_change as changed
      on changed.site_id = ${siteId} and changed.day = days.day
    left join event_day_block as block
      on block.site_id = ${siteId} and block.day = days.day and block.block = 0 and block.part = 0
    where days.day >= ${from}::date
    group by days.day, block.changes
    order by days.day`.execute(db);
  return rows.map(({ day, changes, erasures, version, made }) => ({
    ...{ day, changes: Number(changes), erasures: Number(erasures), version },
    made: made === null ? undefined : Number(made),
  }));
}

/** Selects the version of a day, as `selectDays` has it. */
export const dayVersion = (siteId: number, day: string) => sql<{ readonly version: string }>`
  select ${version} as version from event_day_change as changed
  where site_id = ${siteId} and day = ${day}`;

export interface DayChanges {
  readonly changes: number;
  readonly erasures: number;
}

/** Selects how often a day's interactions have changed; `toDayChanges` reads the answer. */
export const dayChanges = (siteId: number, day: string) => sql<ChangesRow>`
  select coalesce(sum(changes), 0) as changes,
         coalesce(sum(changes) filter (where partition = ${erasing}), 0) as erasures
  from event_day_change where site_id = ${siteId} and day = ${day}`;

interface ChangesRow {
  readonly changes: string;
  readonly erasures: string;
}

export const toDayChanges = ([row]: readonly ChangesRow[]): DayChanges => ({
  changes: Number(row?.changes),
  erasures: Number(row?.erasures),
});

export interface DayKey {
  readonly siteId: number;
  /** YYYY-MM-DD. */
  readonly day: string;
}

/** How many events of any kind a day has. */
export async function countDay(client: PoolClient, { siteId, day }: DayKey): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    'select count(*) as count from event where site_id = $1 and day = $2',
    [siteId, day],
  );
  return Number(rows[0]?.count);
}

/**
 * The users and the JSON of a day's events that may say something of items, of every `of`-th user
 * beginning with `number`. COPY takes no parameters: the site and the numbers are numbers, the day
 * is of the database's own making.
 */
export function copyDay(
  client: PoolClient,
  { siteId, day }: DayKey,
  { number, of }: { readonly number: number; readonly of: number },
): AsyncIterable<CellPlaces> {
  const kinds = interactionEvents.map((kind) => `'${kind}'`).join(', ');
  const hash = '(hashint8(user_id) & 2147483647)';
  const share = of === 1 ? '' : `and ${hash} % ${of} = ${number}`;
  const text = `copy (
    select user_id, data from event
    where site_id = ${Number(siteId)} and day = '${day}'
      and kind in (${kinds}) ${share}
  ) to stdout (format binary)`;
  const { data } = client.query(copyOut(text));
  return cellPlaces(data);
}

/** Rows that are fetched at once. */
const fetched = 2_000;

/** At most so much of a block is a row. */
const partBytes = 4 * 2 ** 20;

export interface EncodedBlock {
  readonly rows: number;
  readonly bytes: Uint8Array;
}

/**
 * Replaces a day's blocks by those made of it when it had changed so often; false where something
 * of the day was erased since, and nothing is written. Within a transaction.
 */
export async function replaceBlocks(
  tx: Db,
  siteId: number,
  day: string,
  { changes, erasures }: DayChanges,
  blocks: readonly EncodedBlock[],
): Promise<boolean> {
  await lockBlocks(tx, siteId);
  const now = toDayChanges((await dayChanges(siteId, day).execute(tx)).rows);
  if (now.erasures !== erasures) return false;
  await tx
    .deleteFrom('event_day_block')
    .where('site_id', '=', siteId)
    .where('day', '=', day)
    .execute();
  for (const [block, { rows, bytes }] of blocks.entries()) {
    for (let at = 0, part = 0; at === 0 || at < bytes.length; at += partBytes, part += 1) {
      const piece = Buffer.from(bytes.buffer, bytes.byteOffset + at).subarray(
        0,
        Math.min(partBytes, bytes.length - at),
      );
      await tx
        .insertInto('event_day_block')
        .values({ site_id: siteId, day, block, part, changes, rows, bytes: piece })
        .execute();
    }
  }
  return true;
}

/** The bytes of a day's blocks, one after the other. */
export async function* selectBlocks(
  db: Db,
  siteId: number,
  day: string,
): AsyncGenerator<Uint8Array> {
  const places = await db
    .selectFrom('event_day_block')
    .select(['block', 'part', sql<number>`octet_length(bytes)`.as('length')])
    .where('site_id', '=', siteId)
    .where('day', '=', day)
    .orderBy('block')
    .orderBy('part')
    .execute();
  for (const [block, parts] of Map.groupBy(places, (one) => one.block)) {
    const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const { part } of parts) {
      const row = await db
        .selectFrom('event_day_block')
        .select('bytes')
        .where('site_id', '=', siteId)
        .where('day', '=', day)
        .where('block', '=', block)
        .where('part', '=', part)
        .executeTakeFirst();
      // Erased in the meantime: the day is read again next time.
      if (!row || at + row.bytes.length > bytes.length) return;
      bytes.set(row.bytes, at);
      at += row.bytes.length;
    }
    yield bytes;
  }
}

/** Forgets the blocks of days before one. */
export async function forgetDaysBefore(db: Db, siteId: number, day: string): Promise<void> {
  await db
    .deleteFrom('event_day_block')
    .where('site_id', '=', siteId)
    .where('day', '<', day)
    .execute();
}

/** Devices and their owners, some thousand at a time, by device. Within a transaction. */
export async function* selectAllOwners(
  tx: Db,
  siteId: number,
): AsyncGenerator<readonly { readonly userId: string; readonly ownerId: string }[]> {
  await sql`
    declare all_owners no scroll cursor for
    select user_id, owner_id from device
    where site_id = ${sql.lit(siteId)} order by user_id`.execute(tx);
  for (;;) {
    const { rows } = await sql<{ user_id: string; owner_id: string }>`
      fetch ${sql.lit(fetched)} from all_owners`.execute(tx);
    yield rows.map(({ user_id, owner_id }) => ({ userId: user_id, ownerId: owner_id }));
    if (rows.length < fetched) break;
  }
  await sql`close all_owners`.execute(tx);
}
