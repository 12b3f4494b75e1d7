// Rows of feeds, and the reading of items.
import { sql } from 'kysely';
import type { FeedRecord } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';

export interface FeedRow extends FeedRecord {
  /** Raised by every change of an item; 0 for a feed that never had one. */
  readonly revision: number;
  readonly items: number;
  readonly createdAt: Date;
}

const columns = [
  ...(['id', 'name', 'affinity', 'orderable', 'revision', 'items'] as const),
  'created_at as createdAt',
] as const;
const toRow = (row: Omit<FeedRow, 'revision'> & { revision: string }): FeedRow => ({
  ...row,
  revision: Number(row.revision),
});

/** Inserts an empty feed; undefined when the id is taken. */
export async function insertFeed(
  db: Db,
  siteId: number,
  feed: Pick<FeedRecord, 'id' | 'name'> & {
    readonly affinity: string[];
    readonly orderable: string[];
    readonly revision: number;
  },
  at: Date,
): Promise<FeedRow | undefined> {
  const row = await db
    .insertInto('feed')
    .values({ site_id: siteId, ...feed, created_at: at })
    .onConflict((conflict) => conflict.columns(['site_id', 'id']).doNothing())
    .returning(columns)
    .executeTakeFirst();
  return row && toRow(row);
}

/** A site's feeds, by id. */
export async function selectFeedRows(db: Db, siteId: number): Promise<FeedRow[]> {
  const query = db.selectFrom('feed').select(columns).where('site_id', '=', siteId).orderBy('id');
  return (await query.execute()).map(toRow);
}

/** One feed. */
export async function selectFeed(db: Db, siteId: number, id: string): Promise<FeedRow | undefined> {
  const row = await db
    .selectFrom('feed')
    .select(columns)
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toRow(row);
}

/** One feed, locked until the transaction ends. */
export async function lockFeed(db: Db, siteId: number, id: string): Promise<FeedRow | undefined> {
  const row = await db
    .selectFrom('feed')
    .select(columns)
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && toRow(row);
}

/** Replaces the settings of a feed; undefined for no such feed. */
export async function updateSettings(
  db: Db,
  siteId: number,
  id: string,
  settings: {
    readonly name: string;
    readonly affinity: string[];
    readonly orderable: string[];
  },
): Promise<FeedRow | undefined> {
  const row = await db
    .updateTable('feed')
    .set(settings)
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row && toRow(row);
}

/** One item as JSON text. */
export async function selectItem(
  db: Db,
  siteId: number,
  feedId: string,
  sku: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('item_version')
    .select('data')
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .where('sku', '=', sku)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.data ?? undefined;
}

/** Some items of a feed, by sku. */
export async function selectItems(
  db: Db,
  siteId: number,
  feedId: string,
  skus: readonly string[],
): Promise<Map<string, Record<string, unknown>>> {
  const { rows } = await sql<{ sku: string; data: string | null }>`
    select distinct on (sku) sku, data from item_version
    where site_id = ${siteId} and feed_id = ${feedId} and sku = any(${skus}::text[])
    order by sku desc, version desc`.execute(db);
  return new Map(rows.flatMap(({ sku, data }) => (data === null ? [] : [[sku, JSON.parse(data)]])));
}

export interface PartOfItem {
  readonly sku: string;
  readonly feedId: string;
  /** The item's asked-for columns, those that it has. */
  readonly data: Record<string, unknown>;
}

/** Some columns of some items; of a sku in several feeds, the item of the first feed by id. */
export async function selectPartsOfItems(
  db: Db,
  siteId: number,
  feedIds: readonly string[],
  skus: readonly string[],
  wanted: readonly string[],
): Promise<PartOfItem[]> {
  const { rows } = await sql<PartOfItem>`
    with newest as (
      select distinct on (feed_id, sku) feed_id, sku, data from item_version
      where site_id = ${siteId}
        and feed_id = any(${feedIds}::bigint[])
        and sku = any(${skus}::text[])
      order by feed_id desc, sku desc, version desc
    ), first as materialized (
      select distinct on (sku) feed_id, sku, data::jsonb as data from newest
      where data is not null order by sku, feed_id
    )
    select sku, feed_id as "feedId", coalesce((
      select jsonb_object_agg(name, data -> name)
      from unnest(${wanted}::text[]) as name where data ? name
    ), '{}') as data
    from first order by sku`.execute(db);
  return rows;
}

/** Those of some skus of which a feed has an item. */
export async function selectExistingSkus(
  db: Db,
  siteId: number,
  feedId: string,
  skus: readonly string[],
): Promise<Set<string>> {
  const parts = await selectPartsOfItems(db, siteId, [feedId], skus, []);
  return new Set(parts.map(({ sku }) => sku));
}

/** The last items of each of a site's feeds by sku: the newest version of each. */
export async function selectSomeItems(
  db: Db,
  siteId: number,
  perFeed: number,
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ data: string }>`
    select newest.data
    from feed cross join lateral (
      select distinct on (sku) data from item_version
      where site_id = feed.site_id and feed_id = feed.id
      order by sku desc, version desc
      limit ${perFeed}
    ) as newest
    where feed.site_id = ${siteId} and newest.data is not null`.execute(db);
  return rows.map(({ data }) => JSON.parse(data));
}
