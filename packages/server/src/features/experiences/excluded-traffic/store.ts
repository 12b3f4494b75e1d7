// Decisions that no report counts, by campaign and day.
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

export type Traffic = 'bots' | 'internal';

export interface Counted {
  readonly siteId: number;
  readonly campaignId: number;
  readonly traffic: Traffic;
  /** In the site's zone. */
  readonly day: string;
  readonly decisions: number;
  /** How many of them gave which variation, by its id. */
  readonly variations: Readonly<Record<string, number>>;
}

/** Adds what a node has counted, in the order of the keys; of sites that are gone, nothing. */
export async function addExcludedTraffic(db: Db, counted: readonly Counted[]): Promise<void> {
  await sql`
    insert into excluded_traffic (site_id, campaign_id, day, traffic, decisions, variations)
    select "siteId", "campaignId", day, traffic, decisions, variations
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as counted
      ("siteId" integer, "campaignId" bigint, day date, traffic text, decisions bigint,
      variations jsonb)
    join site on site.id = "siteId"
    order by "siteId", "campaignId", day, traffic
    on conflict (site_id, campaign_id, day, traffic) do update
    set decisions = excluded_traffic.decisions + excluded.decisions,
      variations = (
        select coalesce(jsonb_object_agg(id, given), '{}') from (
          select id, sum(given::bigint) as given from (
            select * from jsonb_each_text(excluded_traffic.variations)
            union all select * from jsonb_each_text(excluded.variations)) as each (id, given)
          group by id) as summed)`.execute(db);
}

interface Days {
  readonly from: Date;
  readonly to: Date;
  readonly timeZone: string;
}

/** Is a day one of those, both included? */
function isOf({ from, to, timeZone }: Days) {
  const dayOf = (time: Date) =>
    sql`(${time.toISOString()}::timestamptz at time zone ${timeZone})::date`;
  return sql`day between ${dayOf(from)} and ${dayOf(to)}`;
}

/** How often bots were given which variation of a campaign, by its id. */
export async function selectGivenToBots(
  db: Db,
  siteId: number,
  campaignId: number,
  days: Days,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: string; given: string }>`
    select id, sum(given::bigint) as given
    from excluded_traffic cross join lateral jsonb_each_text(variations) as each (id, given)
    where site_id = ${siteId} and campaign_id = ${campaignId} and traffic = 'bots'
      and ${isOf(days)}
    group by id`.execute(db);
  return new Map(rows.map(({ id, given }) => [Number(id), Number(given)]));
}

/** How many decisions of some campaigns were not counted from one day to another, both included. */
export async function selectExcludedTraffic(
  db: Db,
  siteId: number,
  campaignIds: readonly number[],
  days: Days,
): Promise<Readonly<Record<Traffic, number>>> {
  const { rows } = await sql<{ traffic: Traffic; decisions: string }>`
    select traffic, sum(decisions) as decisions from excluded_traffic
    where site_id = ${siteId} and campaign_id = any(${campaignIds}::bigint[])
      and ${isOf(days)}
    group by traffic`.execute(db);
  const found = new Map(rows.map((row) => [row.traffic, Number(row.decisions)]));
  return { bots: found.get('bots') ?? 0, internal: found.get('internal') ?? 0 };
}

/** Forgets what no report looks back to. */
export async function forgetOldExcludedTraffic(db: Db, before: Date): Promise<void> {
  await sql`delete from excluded_traffic where day < ${before.toISOString()}::date`.execute(db);
}
