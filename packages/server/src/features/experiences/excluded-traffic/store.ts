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
}

/** Adds what a node has counted, in the order of the keys; of sites that are gone, nothing. */
export async function addExcludedTraffic(db: Db, counted: readonly Counted[]): Promise<void> {
  await sql`
    insert into excluded_traffic (site_id, campaign_id, day, traffic, decisions)
    select "siteId", "campaignId", day, traffic, decisions
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as counted
      ("siteId" integer, "campaignId" bigint, day date, traffic text, decisions bigint)
    join site on site.id = "siteId"
    order by "siteId", "campaignId", day, traffic
    on conflict (site_id, campaign_id, day, traffic) do update
    set decisions = excluded_traffic.decisions + excluded.decisions`.execute(db);
}

/** How many decisions of some campaigns were not counted from one day to another, both included. */
export async function selectExcludedTraffic(
  db: Db,
  siteId: number,
  campaignIds: readonly number[],
  { from, to, timeZone }: { readonly from: Date; readonly to: Date; readonly timeZone: string },
): Promise<Readonly<Record<Traffic, number>>> {
  const dayOf = (time: Date) =>
    sql`(${time.toISOString()}::timestamptz at time zone ${timeZone})::date`;
  const { rows } = await sql<{ traffic: Traffic; decisions: string }>`
    select traffic, sum(decisions) as decisions from excluded_traffic
    where site_id = ${siteId} and campaign_id = any(${campaignIds}::bigint[])
      and day between ${dayOf(from)} and ${dayOf(to)}
    group by traffic`.execute(db);
  const found = new Map(rows.map((row) => [row.traffic, Number(row.decisions)]));
  return { bots: found.get('bots') ?? 0, internal: found.get('internal') ?? 0 };
}

/** Forgets what no report looks back to. */
export async function forgetOldExcludedTraffic(db: Db, before: Date): Promise<void> {
  await sql`delete from excluded_traffic where day < ${before.toISOString()}::date`.execute(db);
}
