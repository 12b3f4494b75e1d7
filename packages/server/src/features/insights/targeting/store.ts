// A random sample of a site's users, by an index whose neighbours have nothing in common.
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

export interface SampledRow {
  /** The user: a person, or a device without a person. */
  readonly userId: string;
  /** The user's own stored text; '' where only their devices have one. */
  readonly state: string;
  /** Its place among the hashes: from -2^31 to 2^31 - 1. */
  readonly place: number;
}

export interface LookedAt {
  readonly rows: SampledRow[];
  /** Where to look on: behind the last profile that was looked at; null: there are no more. */
  readonly next: number | null;
}

/** Of those looked at some are left out: a person has several. */
const lookedAtOnce = 2;

/**
 * Users by the hash of a user id, from a place on and no further than to another, at most `limit`.
 * A person who has several profiles, since their devices have some, is placed at one of them only:
 * their own or else their least device's. The places are settled before the states are read: sorted
 * with their states, 200,000 took seconds.
 */
export async function selectByChance(
  db: Db,
  siteId: number,
  { from, to }: { readonly from: number; readonly to: number },
  limit: number,
): Promise<LookedAt> {
  const most = limit * lookedAtOnce;
  const { rows } = await sql<SampledRow & { readonly stands: boolean }>`
    with looked as materialized (
      select user_id, hashint8(user_id) as place from profile
      where site_id = ${siteId}
        and hashint8(user_id) >= ${from}::int and hashint8(user_id) <= ${to}::int
      order by hashint8(user_id)
      limit ${most}
    ), judged as materialized (
      select l.user_id, l.place, d.owner_id,
             d.owner_id is null or not exists (
               select from profile own where own.site_id = ${siteId} and own.user_id = d.owner_id)
             and not exists (
               select from device e join profile q using (site_id, user_id)
               where e.site_id = ${siteId} and e.owner_id = d.owner_id and e.user_id < l.user_id)
             as stands
      from looked l
      left join device d on d.site_id = ${siteId} and d.user_id = l.user_id
    )
    select coalesce(j.owner_id, j.user_id) as "userId", j.place, j.stands,
           coalesce(p.state, '') as state
    from judged j
    left join profile p on p.site_id = ${siteId} and p.user_id = j.user_id
      and j.stands and j.owner_id is null
    order by j.place`.execute(db);
  const placed = rows.filter(({ stands }) => stands).slice(0, limit);
  const last = (placed.length === limit ? placed : rows).at(-1);
  const isAll = rows.length < most && placed.length < limit;
  return { rows: placed, next: isAll || last === undefined ? null : last.place + 1 };
}
