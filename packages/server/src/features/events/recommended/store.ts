// The tables of what was recommended.
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

/** What a strategy did on pages of a type, on a day. */
export interface RecommendationCount {
  /** YYYY-MM-DD in the site's time zone, as it was then. */
  readonly day: string;
  readonly strategyId: number;
  /** '': the request named no page. */
  readonly page: string;
  lists: number;
  /** Those that had an item in every slot. */
  fullLists: number;
  /** Those with an item that was not a slot's first choice. */
  fallbackLists: number;
  /** How often an item was shown, by slot. */
  readonly shown: number[];
}

/** Adds counts of days, each key once and in order, by the holder of a partition of the inbox. */
export async function addRecommendationCounts(
  tx: Db,
  siteId: number,
  partition: number,
  counts: readonly RecommendationCount[],
): Promise<void> {
  if (counts.length === 0) return;
  const column = <K extends keyof RecommendationCount>(name: K) => counts.map((one) => one[name]);
  await sql`
    insert into recommendation_count
      (site_id, day, strategy_id, page, partition, lists, full_lists, fallback_lists, shown)
    select ${siteId}, day, strategy_id, page, ${partition}, lists, full_lists, fallback_lists,
      shown::bigint[]
    from unnest(
      ${column('day')}::date[], ${column('strategyId')}::bigint[], ${column('page')}::text[],
      ${column('lists')}::bigint[], ${column('fullLists')}::bigint[],
      ${column('fallbackLists')}::bigint[],
      ${counts.map(({ shown }) => `{${shown.join()}}`)}::text[]
    ) as made (day, strategy_id, page, lists, full_lists, fallback_lists, shown)
    on conflict (site_id, day, strategy_id, page, partition) do update set
      lists = recommendation_count.lists + excluded.lists,
      full_lists = recommendation_count.full_lists + excluded.full_lists,
      fallback_lists = recommendation_count.fallback_lists + excluded.fallback_lists,
      shown = array(
        select coalesce(one, 0) + coalesce(other, 0)
        from unnest(recommendation_count.shown, excluded.shown) with ordinality as slot (one, other, at)
        order by at)`.execute(tx);
}

/** Notes items that were shown on days, in order; most are known already and not touched. */
export async function insertRecommendedItems(
  tx: Db,
  siteId: number,
  items: readonly { readonly day: string; readonly strategyId: number; readonly sku: string }[],
): Promise<void> {
  if (items.length === 0) return;
  await sql`
    insert into recommended_item (site_id, day, strategy_id, sku)
    select ${siteId}, made.* from unnest(
      ${items.map(({ day }) => day)}::date[],
      ${items.map(({ strategyId }) => strategyId)}::bigint[],
      ${items.map(({ sku }) => sku)}::text[]
    ) as made (day, strategy_id, sku)
    where not exists (
      select from recommended_item as known
      where known.site_id = ${siteId} and known.day = made.day
        and known.strategy_id = made.strategy_id and known.sku = made.sku)
    order by day, strategy_id, sku collate "C"
    on conflict do nothing`.execute(tx);
}

/** Days of a site: from the first, included, to the last, included. YYYY-MM-DD. */
export interface Days {
  readonly first: string;
  readonly last: string;
}

/** The counts of some days, in their order. */
export async function selectRecommendationCounts(
  db: Db,
  siteId: number,
  { first, last }: Days,
): Promise<RecommendationCount[]> {
  const { rows } = await sql<RecommendationCount>`
    with slots as (
      select day, strategy_id, page, at, sum(count) as count
      from recommendation_count
      cross join lateral unnest(shown) with ordinality as slot (count, at)
      where site_id = ${siteId} and day between ${first}::date and ${last}::date
      group by 1, 2, 3, 4)
    select day::text, strategy_id::double precision as "strategyId", page,
      sum(lists)::double precision as lists, sum(full_lists)::double precision as "fullLists",
      sum(fallback_lists)::double precision as "fallbackLists",
      array(
        select count::double precision from slots
        where (slots.day, slots.strategy_id, slots.page)
          = (counts.day, counts.strategy_id, counts.page)
        order by at) as shown
    from recommendation_count as counts
    where site_id = ${siteId} and day between ${first}::date and ${last}::date
    group by day, strategy_id, page
    order by day, strategy_id, page`.execute(db);
  return rows;
}

/** Which items each strategy showed on some days. */
export async function selectRecommendedItems(
  db: Db,
  siteId: number,
  { first, last }: Days,
): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ strategyId: number; skus: string[] }>`
    select strategy_id::double precision as "strategyId", array_agg(sku) as skus
    from (
      select distinct strategy_id, sku from recommended_item
      where site_id = ${siteId} and day between ${first}::date and ${last}::date) as shown
    group by 1`.execute(db);
  return new Map(rows.map(({ strategyId, skus }) => [strategyId, skus]));
}

/** Forgets days before one. */
export async function deleteRecommendedBefore(db: Db, siteId: number, day: string): Promise<void> {
  await sql`delete from recommendation_count where site_id = ${siteId} and day < ${day}::date`.execute(
    db,
  );
  await sql`delete from recommended_item where site_id = ${siteId} and day < ${day}::date`.execute(
    db,
  );
}
