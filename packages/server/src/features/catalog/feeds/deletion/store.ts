// Rows of deleted feeds: that they are gone, and what is left of them for a worker to remove.
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';
import type { FeedKey } from '../changes/feed-key.ts';
import { feedChangesChannel } from '../changes/store.ts';
import { selectBound } from '../history/store.ts';
import { deleteUpload } from '../uploads/store.ts';

/**
 * Locks a feed's row if it is free. A change of many items holds it for seconds; waiting for that
 * would hold up every other change of the site.
 */
export async function tryLockFeed(db: Db, { siteId, feedId }: FeedKey): Promise<boolean> {
  const row = await db
    .selectFrom('feed')
    .select('id')
    .where('site_id', '=', siteId)
    .where('id', '=', feedId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a feed: its row and its pulls at once, the rest is left. Nodes are notified. */
export async function deleteFeedRow(
  db: Db,
  { siteId, feedId }: FeedKey,
  { revision, at }: { readonly revision: number; readonly at: Date },
): Promise<void> {
  await db
    .deleteFrom('feed_schedule')
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .execute();
  await db.deleteFrom('feed').where('site_id', '=', siteId).where('id', '=', feedId).execute();
  await db
    .insertInto('deleted_feed')
    .values({ site_id: siteId, feed_id: feedId, revision, at })
    .execute();
  await sql`select pg_notify(${feedChangesChannel}, '')`.execute(db);
}

export interface DeletedFeed {
  readonly revision: number;
  /** Is nothing of it left? */
  readonly isEmptied: boolean;
}

/** What is known of a deleted feed; undefined where there was none of this id. */
export async function selectDeleted(
  db: Db,
  { siteId, feedId }: FeedKey,
): Promise<DeletedFeed | undefined> {
  const row = await db
    .selectFrom('deleted_feed')
    .select(['revision', 'emptied_at'])
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .executeTakeFirst();
  return row && { revision: Number(row.revision), isEmptied: row.emptied_at !== null };
}

/** Forgets that there was a feed: there is another one of its id. */
export async function forgetDeleted(db: Db, { siteId, feedId }: FeedKey): Promise<void> {
  await db
    .deleteFrom('deleted_feed')
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .execute();
}

/** The feeds, of all sites, that are still to be emptied. */
export async function selectUnemptied(db: Db): Promise<FeedKey[]> {
  const { rows } = await sql<FeedKey>`
    select site_id as "siteId", feed_id as "feedId" from deleted_feed
    where emptied_at is null and not exists (
      select from feed where feed.site_id = deleted_feed.site_id and feed.id = deleted_feed.feed_id
    )
    order by at`.execute(db);
  return rows;
}

/** Notes that nothing is left of a feed. */
export async function markEmptied(db: Db, { siteId, feedId }: FeedKey, at: Date): Promise<void> {
  await db
    .updateTable('deleted_feed')
    .set({ emptied_at: at })
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .execute();
}

/** Deletes about so many versions of items, from a sku on; gives where to go on, if anywhere. */
export async function deleteVersions(
  db: Db,
  key: FeedKey,
  start: string,
  most: number,
): Promise<string | undefined> {
  const bound = await selectBound(db, key, start, most);
  await sql`
    delete from item_version
    where site_id = ${key.siteId} and feed_id = ${key.feedId} and sku >= ${start}
      and (${bound ?? null}::text is null or sku < ${bound ?? null})`.execute(db);
  return bound;
}

/** Deletes so many transactions, each with up to 10,000 outcomes; false where there was none. */
export async function deleteSomeTransactions(
  db: Db,
  { siteId, feedId }: FeedKey,
  most: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from feed_transaction
    where site_id = ${siteId} and feed_id = ${feedId} and id = any(array(
      select id from feed_transaction
      where site_id = ${siteId} and feed_id = ${feedId} limit ${most}
    ))`.execute(db);
  return numAffectedRows !== 0n;
}

/** Deletes one of a feed's files in waiting; false where there was none. */
export async function deleteOneUpload(db: Db, key: FeedKey): Promise<boolean> {
  const row = await db
    .selectFrom('feed_upload')
    .select('id')
    .where('site_id', '=', key.siteId)
    .where('feed_id', '=', key.feedId)
    .limit(1)
    .executeTakeFirst();
  return row ? deleteUpload(db, { ...key, id: row.id }) : false;
}

/** Deletes what there is little of. */
export async function deleteFewRows(db: Db, { siteId, feedId }: FeedKey): Promise<void> {
  const tables = ['feed_change', 'feed_health', 'feed_revision', 'feed_pull_run'] as const;
  for (const table of tables) {
    await db
      .deleteFrom(table)
      .where('site_id', '=', siteId)
      .where('feed_id', '=', feedId)
      .execute();
  }
}
