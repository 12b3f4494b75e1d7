// What is linked to user ids and names of any sites, as nodes hold it in memory.
import type { Identifier } from '@attune/core';
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';
import { mostDevices } from '../store.ts';

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
  /** The one that the person was first seen on, unless they were seen without any before. */
  readonly firstDevice: string | null;
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
      (select min(owned.user_id) from device as owned
       where owned.site_id = wanted.site_id and owned.owner_id = wanted.id and owned.is_first
      ) as "firstDevice"
    from unnest(${users.map(({ siteId }) => siteId)}::int[],
                ${users.map(({ id }) => id)}::bigint[]) as wanted (site_id, id)
    left join device on device.site_id = wanted.site_id and device.user_id = wanted.id
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
