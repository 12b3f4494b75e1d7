// From staged rows to a changed feed, in SQL: nothing here passes through the server's memory.
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

export interface FeedKey {
  readonly siteId: number;
  readonly feedId: string;
}

export interface StagedCounts {
  readonly accepted: number;
  readonly rejected: number;
}

export interface ChangeCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

export interface Rejection {
  readonly item: string;
  readonly message: string;
}

/** Tells the planner of the staged rows: it knows nothing of a new table. */
export async function analyseStaged(db: Db): Promise<void> {
  await sql`analyze staged_row (position, sku)`.execute(db);
}

/** Rejects rows whose sku comes again further down in the same upload: the last one counts. */
export async function rejectRepeated(db: Db): Promise<void> {
  await sql`
    update staged_row set succeeded = false, data = null,
      message = 'the sku comes again in #' || last.position || ': its last row counts'
    from (
      select sku, max(position) as position from staged_row
      where succeeded group by sku having count(*) > 1
    ) last
    where staged_row.sku = last.sku and succeeded and staged_row.position < last.position
  `.execute(db);
}

/** Stages what the items that changed after a revision were at that revision. */
export async function stageRevision(db: Db, key: FeedKey, revision: number): Promise<void> {
  await sql`
    insert into staged_row (position, item, sku, data, succeeded)
    select row_number() over (order by sku), sku, sku, data, true
    from (
      select distinct on (sku) sku, data from replaced_item
      where site_id = ${key.siteId} and feed_id = ${key.feedId} and revision > ${revision}
      order by sku, revision
    ) then_held`.execute(db);
}

/** Counts staged rows. */
export async function countStaged(db: Db): Promise<StagedCounts> {
  const { rows } = await sql<{ accepted: string; rejected: string }>`
    select count(*) filter (where succeeded) as accepted,
           count(*) filter (where not succeeded) as rejected
    from staged_row`.execute(db);
  return { accepted: Number(rows[0]?.accepted), rejected: Number(rows[0]?.rejected) };
}

/** The first rejected rows, in the upload's order. */
export async function selectRejections(db: Db, limit: number): Promise<Rejection[]> {
  const { rows } = await sql<Rejection>`
    select item, message from staged_row
    where not succeeded order by position limit ${limit}`.execute(db);
  return rows;
}

/**
 * Sets the staged items against the feed's, and keeps what differs as `staged_change`. Where the
 * upload is the whole feed, items without any row go; one with a rejected row stays as it is.
 */
export async function diffStaged(db: Db, key: FeedKey, isWhole: boolean): Promise<ChangeCounts> {
  const join = isWhole ? sql`full join` : sql`left join`;
  // An array, since the planner may know nothing of a feed that was loaded a moment ago.
  const isNamed = isWhole ? sql`true` : sql`sku = any(array(select sku from staged_row))`;
  await sql`
    create temporary table staged_change on commit drop as
    with last as (
      select sku, max(position) as position from staged_row where succeeded group by sku
    ), wanted as (
      select staged_row.sku, staged_row.data from last join staged_row using (position)
    ), present as (
      select sku, data from item
      where site_id = ${key.siteId} and feed_id = ${key.feedId} and ${isNamed}
    ), kept as (
      select distinct sku from staged_row where not succeeded and sku is not null
    )
    select coalesce(wanted.sku, present.sku) as sku, present.data as before, wanted.data as after
    from wanted ${join} present on present.sku = wanted.sku
    left join kept on kept.sku = present.sku
    where present.data is distinct from wanted.data
      and (wanted.sku is not null or kept.sku is null)`.execute(db);
  return countChanges(db);
}

async function countChanges(db: Db): Promise<ChangeCounts> {
  const { rows } = await sql<Record<keyof ChangeCounts, string>>`
    select count(*) filter (where before is null) as added,
           count(*) filter (where before is not null and after is not null) as changed,
           count(*) filter (where after is null) as removed
    from staged_change`.execute(db);
  const [counts] = rows;
  return {
    added: Number(counts?.added),
    changed: Number(counts?.changed),
    removed: Number(counts?.removed),
  };
}

/** Keeps what a revision replaces, and forgets what is older than `oldest`. */
export async function keepReplaced(
  db: Db,
  key: FeedKey,
  revision: number,
  oldest: number,
): Promise<void> {
  await sql`
    delete from replaced_item
    where site_id = ${key.siteId} and feed_id = ${key.feedId} and revision < ${oldest}`.execute(db);
  await sql`
    insert into replaced_item (site_id, feed_id, revision, sku, data)
    select ${key.siteId}, ${key.feedId}, ${revision}, sku, before from staged_change
  `.execute(db);
}

/** Deletes the items that go. */
export async function deleteRemoved(db: Db, key: FeedKey): Promise<void> {
  await sql`
    delete from item
    where site_id = ${key.siteId} and feed_id = ${key.feedId}
      and sku = any(array(select sku from staged_change where after is null))`.execute(db);
}

/** Writes the items that are new or different, and no others. */
export async function upsertChanged(db: Db, key: FeedKey): Promise<void> {
  await sql`
    insert into item (site_id, feed_id, sku, data)
    select ${key.siteId}, ${key.feedId}, sku, after from staged_change where after is not null
    on conflict (site_id, feed_id, sku) do update set data = excluded.data`.execute(db);
}

/** Writes a feed's new revision and number of items. */
export async function updateFeed(
  db: Db,
  key: FeedKey,
  feed: { readonly revision: number; readonly items: number },
): Promise<void> {
  await db
    .updateTable('feed')
    .set(feed)
    .where('site_id', '=', key.siteId)
    .where('id', '=', key.feedId)
    .execute();
}
