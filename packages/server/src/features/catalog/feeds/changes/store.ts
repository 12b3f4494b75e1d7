// From staged rows to a changed feed, in SQL: nothing here passes through the server's memory.
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';
import type { FeedKey } from './feed-key.ts';
import { touchedMax } from './revisions/store.ts';
import { blockNumbers, type WrittenBlock } from './staging/written-block.ts';

export interface ChangeCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

export interface StagedCounts extends ChangeCounts {
  readonly accepted: number;
  readonly rejected: number;
  /** Items of the feed that have a row, accepted or not. */
  readonly named: number;
}

export interface Rejection {
  readonly item: string;
  readonly message: string;
}

/** Gives the planner statistics of the staged rows: it knows nothing of a new table. */
export async function analyseStaged(db: Db): Promise<void> {
  await sql`analyze staged_row (position, sku)`.execute(db);
}

/** Stages rows that were added as versions and not staged; they are found by their numbers. */
export async function stageWritten(
  db: Db,
  key: FeedKey,
  blocks: readonly WrittenBlock[],
): Promise<void> {
  const unstaged = blocks.filter(({ isStaged }) => !isStaged);
  if (unstaged.length === 0) return;
  const versions = unstaged.map(({ version }) => version);
  const positions = unstaged.map(({ position }) => position);
  await sql`
    insert into staged_row (position, sku, succeeded, hash, goes, found, differs, version)
    select block.position + own.version - block.version, own.sku, true, own.hash, false,
           coalesce(before.found, false), true, own.version
    from unnest(${versions}::bigint[], ${positions}::bigint[]) as block (version, position)
    join item_version own on own.version >> 12 = block.version >> 12
    left join lateral (
      select data is not null as found from item_version
      where site_id = ${key.siteId} and feed_id = ${key.feedId} and sku = own.sku
        and version >> 12 <> all(${blockNumbers(blocks)}::bigint[])
      order by version desc limit 1
    ) before on true
    where own.site_id = ${key.siteId} and own.feed_id = ${key.feedId}`.execute(db);
  for (const block of unstaged) block.isStaged = true;
}

/** Rejects rows whose sku comes again further down in the same upload: the last one counts. */
export async function rejectRepeated(db: Db, key: FeedKey): Promise<void> {
  await sql`
    with repeated as (
      update staged_row set succeeded = false, differs = false, goes = false,
        message = 'the sku comes again in #' || last.position || ': its last row counts'
      from (
        select sku, max(position) as position from staged_row
        where succeeded group by sku having count(*) > 1
      ) last
      where staged_row.sku = last.sku and succeeded and staged_row.position < last.position
      returning staged_row.sku, staged_row.version
    )
    delete from item_version using repeated
    where site_id = ${key.siteId} and feed_id = ${key.feedId}
      and item_version.sku = any(array(select sku from repeated))
      and item_version.version = repeated.version`.execute(db);
}

/** Takes staged rows of some items back with what they added; `undefined`: of all. */
export async function discardStaged(
  db: Db,
  key: FeedKey,
  skus: readonly string[] | undefined,
): Promise<void> {
  await sql`
    with discarded as (
      delete from staged_row where ${skus ? sql`sku = any(${skus}::text[])` : sql`true`}
      returning sku, version
    )
    delete from item_version using discarded
    where site_id = ${key.siteId} and feed_id = ${key.feedId}
      and item_version.sku = any(array(select sku from discarded where version is not null))
      and item_version.version = discarded.version`.execute(db);
}

/** Counts staged rows, and what they do. */
export async function countStaged(db: Db): Promise<StagedCounts> {
  const { rows } = await sql<Record<keyof StagedCounts | 'kept', string>>`
    select count(*) filter (where succeeded) as accepted,
           count(*) filter (where not succeeded) as rejected,
           count(*) filter (where differs and not found) as added,
           count(*) filter (where differs and found and not goes) as changed,
           count(*) filter (where differs and goes) as removed,
           count(*) filter (where succeeded and found) as named,
           (
             select count(distinct sku) from staged_row kept
             where found and not succeeded and not exists (
               select from staged_row other where other.sku = kept.sku and other.succeeded
             )
           ) as kept
    from staged_row`.execute(db);
  const count = (name: keyof StagedCounts | 'kept') => Number(rows[0]?.[name]);
  return {
    accepted: count('accepted'),
    rejected: count('rejected'),
    added: count('added'),
    changed: count('changed'),
    removed: count('removed'),
    named: count('named') + count('kept'),
  };
}

/** The first rejected rows, in the upload's order. */
export async function selectRejections(db: Db, limit: number): Promise<Rejection[]> {
  const { rows } = await sql<Rejection>`
    select coalesce(item, sku) as item, message from staged_row
    where not succeeded order by position limit ${limit}`.execute(db);
  return rows;
}

/** Compares staged rows again, with the feed's items as others have left them. */
export async function compareAgain(db: Db, key: FeedKey): Promise<void> {
  await sql`
    update staged_row set
      found = newest.found,
      differs = succeeded and case
        when goes then newest.found
        else not newest.found or newest.hash is distinct from staged_row.hash
      end
    from (
      select position, present.hash, present.data is not null as found
      from staged_row
      left join lateral (
        select hash, data from item_version
        where site_id = ${key.siteId} and feed_id = ${key.feedId} and sku = staged_row.sku
          and version is distinct from staged_row.version
        order by version desc limit 1
      ) present on true
      where sku is not null
    ) newest
    where newest.position = staged_row.position`.execute(db);
}

/**
 * Adds what the staged rows make of their items again, behind the versions of other changes, and
 * removes what the rows had added. Returns false where an older version that a row found its item
 * in is there no more.
 */
export async function addAgain(db: Db, key: FeedKey): Promise<boolean> {
  const { rows } = await sql<{ complete: boolean }>`
    with added as (
      insert into item_version (site_id, feed_id, version, sku, hash, data)
      select ${key.siteId}, ${key.feedId}, nextval('item_version_number'), sku, hash, source.data
      from staged_row
      left join lateral (
        select data from item_version
        where site_id = ${key.siteId} and feed_id = ${key.feedId}
          and sku = staged_row.sku and hash = staged_row.hash and data is not null
        order by version desc limit 1
      ) source on not goes
      where differs and (goes or source.data is not null)
      returning version
    )
    select (select count(*) from added) = (select count(*) from staged_row where differs)
      as complete`.execute(db);
  await sql`
    delete from item_version using staged_row
    where site_id = ${key.siteId} and feed_id = ${key.feedId}
      and item_version.sku = any(array(select sku from staged_row where version is not null))
      and item_version.version = staged_row.version`.execute(db);
  return rows[0]?.complete === true;
}

/** Takes away the items of which the upload has no row at all; gives the first of their skus. */
export async function removeUnnamed(db: Db, key: FeedKey): Promise<string[]> {
  const { rows } = await sql<{ sku: string }>`
    with removed as (
    insert into item_version (site_id, feed_id, version, sku)
    select ${key.siteId}, ${key.feedId}, nextval('item_version_number'), sku from item
    where site_id = ${key.siteId} and feed_id = ${key.feedId}
      and not exists (select from staged_row where staged_row.sku = item.sku)
    returning sku
    )
    select sku from removed limit ${touchedMax}`.execute(db);
  return rows.map(({ sku }) => sku);
}

/** Channel on which nodes are notified that a feed has changed. */
export const feedChangesChannel = 'attune_feeds';

/** Writes a feed's new revision and number of items; nodes are notified when it is committed. */
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
  await sql`select pg_notify(${feedChangesChannel}, '')`.execute(db);
}
