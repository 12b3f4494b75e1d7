// A random sample of a site's users, by an index whose neighbours have nothing in common.
import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

export interface SampledRow {
  /** The user whose it is: a person, or a device that is nobody's. */
  readonly userId: string;
  /** The user's own stored text; '' where only his devices have one. */
  readonly state: string;
  /** Its place among the hashes: from -2^31 to 2^31 - 1. */
  readonly place: number;
}

/**
 * Users by the hash of a user id, from a place on and no further than to another. A person who has
 * several profiles, since his devices have their own, stands at one of them only: his own or else
 * his least device's.
 */
export async function selectByChance(
  db: Db,
  siteId: number,
  { from, to }: { readonly from: number; readonly to: number },
  limit: number,
): Promise<SampledRow[]> {
  const { rows } = await sql<SampledRow>`
    select coalesce(d.owner_id, p.user_id) as "userId", hashint8(p.user_id) as place,
           case when d.owner_id is null then p.state else '' end as state
    from profile p
    left join device d on d.site_id = p.site_id and d.user_id = p.user_id
    where p.site_id = ${siteId}
      and hashint8(p.user_id) >= ${from}::int and hashint8(p.user_id) <= ${to}::int
      and (d.owner_id is null or not exists (
        select from profile own where own.site_id = p.site_id and own.user_id = d.owner_id))
      and (d.owner_id is null or not exists (
        select from device e join profile q using (site_id, user_id)
        where e.site_id = p.site_id and e.owner_id = d.owner_id and e.user_id < p.user_id))
    order by hashint8(p.user_id)
    limit ${limit}`.execute(db);
  return rows;
}
