// A random sample of a site's users, by an index whose neighbours have nothing in common.
import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

export interface SampledRow {
  readonly userId: string;
  readonly state: string;
  /** Its place among the hashes: from -2^31 to 2^31 - 1. */
  readonly place: number;
}

/**
 * Profiles by the hash of their user ids, from a place on and no further than to another; devices
 * of somebody are left out, since they count as part of their owner.
 */
export async function selectByChance(
  db: Db,
  siteId: number,
  { from, to }: { readonly from: number; readonly to: number },
  limit: number,
): Promise<SampledRow[]> {
  const { rows } = await sql<SampledRow>`
    select user_id as "userId", state, hashint8(user_id) as place
    from profile p
    where site_id = ${siteId}
      and hashint8(user_id) >= ${from}::int and hashint8(user_id) <= ${to}::int
      and not exists (
        select from device d where d.site_id = p.site_id and d.user_id = p.user_id)
    order by hashint8(user_id)
    limit ${limit}`.execute(db);
  return rows;
}
