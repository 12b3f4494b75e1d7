// What is linked to user ids and names of any sites, as nodes hold it in memory.
import type { Identifier } from '@attune/core';
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';
import { mostDevices, sinceOf } from '../store.ts';

/** What is linked to a user id: as a device, and as a person. */
export interface UserLinks {
  readonly siteId: number;
  readonly id: string;
  /** Of the device: whose its past is, and its present user; null for one without a person. */
  readonly ownerId: string | null;
  readonly presentId: string | null;
  /** Is it the id of a person, and not of a device? */
  readonly isPerson: boolean;
  /** Devices of the person, as the profile is summed from them. */
  readonly devices: readonly string[];
  /** What the person is drawn by: their first device, or null for their own id; and since when. */
  readonly firstDevice: string | null;
  /** In ms since the epoch; null where they were neither told to be on a device nor drawn. */
  readonly firstAt: number | null;
}

/** What is linked to user ids of any sites. */
export async function selectLinks(
  db: Db,
  users: readonly { readonly siteId: number; readonly id: string }[],
): Promise<UserLinks[]> {
  const { rows } = await sql<UserLinks>`
    select wanted.site_id as "siteId", wanted.id,
      device.owner_id as "ownerId", device.present_id as "presentId",
      exists (select from identifier
              where site_id = wanted.site_id and person_id = wanted.id) as "isPerson",
      array(select owned.user_id from device as owned
            where owned.site_id = wanted.site_id and owned.owner_id = wanted.id
            order by owned.user_id limit ${mostDevices})::text[] as devices,
      case when first.since <= coalesce(drawn.at, 'infinity') then first.user_id
      end as "firstDevice",
      (extract(epoch from least(first.since, drawn.at)) * 1000)::double precision as "firstAt"
    from unnest(${users.map(({ siteId }) => siteId)}::int[],
                ${users.map(({ id }) => id)}::bigint[]) as wanted (site_id, id)
    left join device on device.site_id = wanted.site_id and device.user_id = wanted.id
    left join lateral (
      select owned.user_id, ${sinceOf('owned')} as since from device as owned
      where owned.site_id = wanted.site_id and owned.owner_id = wanted.id
      order by since, owned.user_id limit 1) as first on true
    left join lateral (
      select min(identifier.drawn_at) as at from identifier
      where identifier.site_id = wanted.site_id and identifier.person_id = wanted.id) as drawn on true
  `.execute(db);
  return rows;
}

/** The persons of names of any sites; unknown names are left out. */
export async function selectPersons(
  db: Db,
  names: readonly ({ readonly siteId: number } & Identifier)[],
): Promise<({ siteId: number; personId: string } & Identifier)[]> {
  const { rows } = await sql<{ siteId: number; personId: string } & Identifier>`
    select site_id as "siteId", type, value, person_id as "personId"
    from unnest(${names.map(({ siteId }) => siteId)}::int[],
                ${names.map(({ type }) => type)}::text[],
                ${names.map(({ value }) => value)}::text[]) as wanted (site_id, type, value)
    join identifier using (site_id, type, value)`.execute(db);
  return rows;
}
