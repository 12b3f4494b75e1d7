// Rows of what changed feeds, and the finding of what differs between two revisions.
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';
import type { FeedKey } from '../changes/feed-key.ts';

export interface ChangeRow {
  readonly revision: number;
  readonly at: Date;
  readonly actor: string;
  readonly way: 'api' | 'upload' | 'pull' | 'rollback' | 'command';
  readonly note: string;
  readonly isWhole: boolean;
  readonly transactionId: string;
  readonly accepted: number;
  readonly rejected: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Of the feed, after it. */
  readonly items: number;
}

const columns = [
  ...(['at', 'actor', 'way', 'note', 'accepted', 'rejected', 'added', 'changed'] as const),
  ...(['removed', 'items', 'revision', 'is_whole as isWhole'] as const),
  'transaction_id as transactionId',
] as const;

/** Records a change; forgets those of so many revisions before it. */
export async function insertChange(
  db: Db,
  { siteId, feedId }: FeedKey,
  { isWhole, transactionId, ...row }: ChangeRow,
  kept: number,
): Promise<void> {
  await db
    .insertInto('feed_change')
    .values({
      ...{ site_id: siteId, feed_id: feedId, is_whole: isWhole, transaction_id: transactionId },
      ...row,
    })
    .execute();
  await db
    .deleteFrom('feed_change')
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .where('revision', '<=', String(row.revision - kept))
    .execute();
}

/** Some changes of a feed, the newest first. */
export async function selectChanges(
  db: Db,
  { siteId, feedId }: FeedKey,
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<ChangeRow[]> {
  let query = db
    .selectFrom('feed_change')
    .select(columns)
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .orderBy('revision', 'desc')
    .limit(page.limit);
  if (page.before !== undefined) query = query.where('revision', '<', page.before);
  return (await query.execute()).map((row) => ({ ...row, revision: Number(row.revision) }));
}

/** Was the whole feed replaced after a revision? */
export async function hasWholeChange(
  db: Db,
  { siteId, feedId }: FeedKey,
  after: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('feed_change')
    .select('revision')
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .where('revision', '>', String(after))
    .where('is_whole', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The last change of each of a site's feeds, by feed. */
export async function selectLastChanges(db: Db, siteId: number): Promise<Map<string, ChangeRow>> {
  const rows = await db
    .selectFrom('feed_change')
    .distinctOn('feed_id')
    .select([...columns, 'feed_id as feedId'])
    .where('site_id', '=', siteId)
    .orderBy('feed_id', 'desc')
    .orderBy('revision', 'desc')
    .execute();
  return new Map(
    rows.map(({ feedId, ...row }) => [feedId, { ...row, revision: Number(row.revision) }]),
  );
}

/** The last version number of a revision; 0 before the first. */
export async function selectLastVersion(db: Db, key: FeedKey, revision: number): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select coalesce(max(last_version), 0) as version from feed_revision
    where site_id = ${key.siteId} and feed_id = ${key.feedId} and revision <= ${revision}
  `.execute(db);
  return rows[0]!.version;
}

export interface Touched {
  /** In their order. */
  readonly skus: string[];
  /** From where to look on; absent: there is no more. */
  readonly next?: string;
}

/** Skus, from one on, that have versions after `from` and up to `to`, among so many looked at. */
export async function selectTouched(
  db: Db,
  key: FeedKey,
  between: { readonly from: string; readonly to: string },
  { start, look, limit }: { readonly start: string; readonly look: number; readonly limit: number },
): Promise<Touched> {
  const bound = await selectBound(db, key, start, look);
  const { rows } = await sql<{ sku: string }>`
    select distinct sku from item_version
    where site_id = ${key.siteId} and feed_id = ${key.feedId} and sku >= ${start}
      and (${bound ?? null}::text is null or sku < ${bound ?? null})
      and version > ${between.from} and version <= ${between.to}
    order by sku limit ${limit + 1}`.execute(db);
  const next = rows[limit]?.sku ?? bound;
  const skus = rows.slice(0, limit).map(({ sku }) => sku);
  return next === undefined ? { skus } : { skus, next };
}

/** The sku behind so many versions from one on; undefined where there are fewer. */
export async function selectBound(
  db: Db,
  { siteId, feedId }: FeedKey,
  start: string,
  versions: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ sku: string }>`
    select sku from item_version
    where site_id = ${siteId} and feed_id = ${feedId} and sku >= ${start}
    order by sku, version offset ${versions} limit 1`.execute(db);
  const sku = rows[0]?.sku;
  // Versions of one sku stand together: none of them is left behind.
  return sku === start ? undefined : sku;
}

/** Items as they were at a revision's last version, as JSON text by sku; those that were there. */
export async function selectItemsAt(
  db: Db,
  key: FeedKey,
  version: string,
  skus: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ sku: string; data: string | null }>`
    select distinct on (sku) sku, data from item_version
    where site_id = ${key.siteId} and feed_id = ${key.feedId} and sku = any(${skus}::text[])
      and version <= ${version}
    order by sku desc, version desc`.execute(db);
  return new Map(rows.flatMap(({ sku, data }) => (data === null ? [] : [[sku, data]])));
}
