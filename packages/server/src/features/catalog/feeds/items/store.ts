// Items in the order of their skus, looked through step by step, and what users did with one.
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';
import type { FeedKey } from '../changes/feed-key.ts';

/** What an item's JSON text must have in it; whether that is where it should be is seen later. */
export interface ItemFilter {
  readonly skuPrefix?: string;
  /** Texts of which one must be in it, beside the column's name. */
  readonly column?: { readonly name: string; readonly values: readonly string[] };
}

export interface ItemText {
  readonly sku: string;
  readonly data: string;
}

/** Items from a sku on, and before another, that the filter lets through. */
export async function selectItemRange(
  db: Db,
  { siteId, feedId }: FeedKey,
  range: { readonly start: string; readonly end: string | undefined; readonly limit: number },
  filter: ItemFilter,
): Promise<ItemText[]> {
  const end = range.end ?? null;
  const { rows } = await sql<ItemText>`
    select sku, data from (
      select sku, data, lead(sku) over (order by sku, version) as following from item_version
      where site_id = ${siteId} and feed_id = ${feedId} and sku >= ${range.start}
        and (${end}::text is null or sku < ${end})
    ) as versions
    where following is distinct from sku and data is not null and ${conditionOf(filter)}
    order by sku limit ${range.limit}`.execute(db);
  return rows;
}

/** A name as it stands in the JSON text; null: with several, it is seen later which counts. */
export interface ItemName {
  readonly sku: string;
  readonly name: string | null;
}

/**
 * The names of items as `selectItemRange` has them, of all in the range: they are compared outside
 * of the database. A name ends with the next `","`, which no text of JSON holds.
 */
export async function selectItemNames(
  db: Db,
  { siteId, feedId }: FeedKey,
  range: { readonly start: string; readonly end: string | undefined },
  filter: ItemFilter,
): Promise<ItemName[]> {
  const end = range.end ?? null;
  const { rows } = await sql<ItemName>`
    select sku, case when split_part(data, '"name":"', 3) = ''
      then split_part(split_part(data, '"name":"', 2), '","', 1) end as name
    from (
      select sku, data, lead(sku) over (order by sku, version) as following from item_version
      where site_id = ${siteId} and feed_id = ${feedId} and sku >= ${range.start}
        and (${end}::text is null or sku < ${end})
    ) as versions
    where following is distinct from sku and data is not null and ${conditionOf(filter)}
      and strpos(data, '"name":"') > 0
    order by sku`.execute(db);
  return rows;
}

function conditionOf({ skuPrefix, column }: ItemFilter) {
  const parts = [sql<SqlBool>`true`];
  if (skuPrefix !== undefined) parts.push(sql`starts_with(sku, ${skuPrefix})`);
  if (column !== undefined) {
    const texts = column.values.map((value) => sql<SqlBool>`strpos(data, ${value}) > 0`);
    parts.push(sql`strpos(data, ${column.name}) > 0 and (${sql.join(texts, sql` or `)})`);
  }
  return sql.join(parts, sql` and `);
}

export interface DayOfItem {
  readonly day: string;
  readonly views: number;
  readonly carts: number;
  readonly purchases: number;
}

/** PostgreSQL's word for what took too long. */
const cancelled = '57014';

/** What users did with an item on some days; undefined where that would take longer than it may. */
export async function selectItemEvents(
  db: Db,
  siteId: number,
  sku: string,
  { days, longestMs }: { readonly days: readonly string[]; readonly longestMs: number },
): Promise<DayOfItem[] | undefined> {
  const lines = JSON.stringify([{ sku }]);
  const counted = db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', ${String(longestMs)}, true)`.execute(tx);
    const { rows } = await sql<DayOfItem>`
      select to_char(day, 'YYYY-MM-DD') as day,
             count(*) filter (where kind in ('pageview', 'product-view'))::integer as views,
             count(*) filter (where kind = 'add-to-cart')::integer as carts,
             count(*) filter (where kind = 'purchase')::integer as purchases
      from event
      where site_id = ${siteId} and day = any(${days}::date[])
        and kind in ('pageview', 'product-view', 'add-to-cart', 'purchase')
        and strpos(data, ${JSON.stringify(sku)}) > 0
        and case kind
          when 'purchase' then data::jsonb -> 'event' -> 'cart' @> ${lines}::jsonb
          else data::jsonb -> 'event' ->> 'sku' = ${sku}
        end
      group by day order by day desc`.execute(tx);
    return rows;
  });
  return counted.catch((error) => {
    if (error.code === cancelled) return undefined;
    throw error;
  });
}
