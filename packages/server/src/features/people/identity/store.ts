// Which names and devices belong to which person.
import { type Device, type Directory, type Identifier, identifierKey } from '@attune/core';
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import { nameHash, notifyUserChanges } from '../../../db/user-changes.ts';
import { ownIdType } from './generate-ids.ts';

/** Most devices whose profiles are summed into one person's. */
export const mostDevices = 99;

/** What is known of some names and devices. */
export async function selectDirectory(
  db: Db,
  siteId: number,
  identifiers: readonly Identifier[],
  devices: readonly string[],
): Promise<Directory> {
  const people = identifiers.length === 0 ? [] : await selectPeople(db, siteId, identifiers);
  const known = await sql<Device & { userId: string }>`
    select user_id as "userId", owner_id as owner, present_id as present, is_first as "isFirst"
    from device
    where site_id = ${siteId} and user_id = any(${devices}::bigint[])`.execute(db);
  const persons = await sql<{ person_id: string }>`
    select distinct person_id from identifier
    where site_id = ${siteId} and person_id = any(${devices}::bigint[])`.execute(db);
  return {
    personIds: new Set(persons.rows.map(({ person_id }) => person_id)),
    people: new Map(people.map((row) => [identifierKey(row), row.person_id])),
    devices: new Map(known.rows.map(({ userId, ...device }) => [userId, device])),
  };
}

async function selectPeople(db: Db, siteId: number, identifiers: readonly Identifier[]) {
  const { rows } = await sql<Identifier & { person_id: string }>`
    select i.type, i.value, i.person_id
    from unnest(${identifiers.map(({ type }) => type)}::text[],
                ${identifiers.map(({ value }) => value)}::text[]) as wanted (type, value)
    join identifier i on i.site_id = ${siteId} and i.type = wanted.type and i.value = wanted.value
  `.execute(db);
  return rows;
}

/** Adds names; false when another worker gave one of them to another person meanwhile. */
export async function insertIdentifiers(
  db: Db,
  siteId: number,
  people: readonly { identifier: Identifier; personId: string }[],
): Promise<boolean> {
  if (people.length === 0) return true;
  const { rows } = await sql`
    insert into identifier (site_id, type, value, person_id)
    select ${siteId}, * from unnest(
      ${people.map(({ identifier }) => identifier.type)}::text[],
      ${people.map(({ identifier }) => identifier.value)}::text[],
      ${people.map(({ personId }) => personId)}::bigint[]) as fresh (type, value, person_id)
    order by type, value
    on conflict do nothing
    returning 1`.execute(db);
  const changed = people.flatMap(({ identifier, personId }) => [nameHash(identifier), personId]);
  await notifyUserChanges(db, siteId, changed);
  return rows.length === people.length;
}

/** Adds or moves devices; an owner never changes. */
export async function upsertDevices(
  db: Db,
  siteId: number,
  devices: readonly (readonly [string, Device])[],
): Promise<void> {
  if (devices.length === 0) return;
  await sql`
    insert into device (site_id, user_id, owner_id, present_id, is_first)
    select ${siteId}, * from unnest(
      ${devices.map(([userId]) => userId)}::bigint[],
      ${devices.map(([, { owner }]) => owner)}::bigint[],
      ${devices.map(([, { present }]) => present)}::bigint[],
      ${devices.map(([, { isFirst }]) => isFirst)}::boolean[]
    ) as seen (user_id, owner_id, present_id, is_first)
    order by user_id
    on conflict (site_id, user_id) do update set present_id = excluded.present_id`.execute(db);
  await notifyUserChanges(
    db,
    siteId,
    devices.flatMap(([userId, { owner }]) => [userId, owner]),
  );
}

/** The person of an identifier. */
export async function selectPerson(
  db: Db,
  siteId: number,
  { type, value }: Identifier,
): Promise<string | undefined> {
  if (type === ownIdType) return value;
  const row = await db
    .selectFrom('identifier')
    .select('person_id')
    .where('site_id', '=', siteId)
    .where('type', '=', type)
    .where('value', '=', value)
    .executeTakeFirst();
  return row?.person_id;
}

/**
 * The user ids whose profiles add up to a person's: their own, then their devices'. Without a
 * limit, `null`, also those devices that the profile is not summed from.
 */
export async function selectUserIds(
  db: Db,
  siteId: number,
  personId: string,
  limit: number | null = mostDevices,
): Promise<string[]> {
  const rows = await db
    .selectFrom('device')
    .select('user_id')
    .where('site_id', '=', siteId)
    .where('owner_id', '=', personId)
    .orderBy('user_id')
    .limit(sql<number | null>`${limit}::bigint`)
    .execute();
  return [personId, ...rows.map(({ user_id }) => user_id)];
}

/** Every name of a person. */
export async function selectIdentifiers(
  db: Db,
  siteId: number,
  personId: string,
): Promise<Identifier[]> {
  return db
    .selectFrom('identifier')
    .select(['type', 'value'])
    .where('site_id', '=', siteId)
    .where('person_id', '=', personId)
    .orderBy('type')
    .orderBy('value')
    .execute();
}

/**
 * Those of the persons of some users, owners of their devices included, who have no profile any
 * more: neither one of their own, nor one of a device of theirs.
 */
export async function selectUnseenPersons(
  db: Db,
  siteId: number,
  userIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with person as (
      select distinct coalesce(device.owner_id, wanted.user_id) as id
      from unnest(${userIds}::bigint[]) as wanted (user_id)
      left join device on device.site_id = ${siteId} and device.user_id = wanted.user_id)
    select id from person
    where not exists (
      select from profile where site_id = ${siteId} and user_id = person.id)
    and not exists (
      select from device join profile using (site_id, user_id)
      where device.site_id = ${siteId} and device.owner_id = person.id)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Does any person have this type of identifier? */
export async function isTypeInUse(db: Db, siteId: number, type: string): Promise<boolean> {
  const row = await db
    .selectFrom('identifier')
    .select('type')
    .where('site_id', '=', siteId)
    .where('type', '=', type)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets a person's names and devices, or a device; returns all of their user ids. */
export async function deletePerson(db: Db, siteId: number, personId: string): Promise<string[]> {
  const names = await db
    .deleteFrom('identifier')
    .where('site_id', '=', siteId)
    .where('person_id', '=', personId)
    .returning(['type', 'value'])
    .execute();
  const owned = await db
    .deleteFrom('device')
    .where('site_id', '=', siteId)
    .where(({ eb, or }) => or([eb('owner_id', '=', personId), eb('user_id', '=', personId)]))
    .returning('user_id')
    .execute();
  // A device that the person used after somebody else falls back to that one.
  const { rows: fallen } = await sql<{ user_id: string }>`
    update device set present_id = owner_id
    where site_id = ${siteId} and present_id = ${personId} returning user_id`.execute(db);
  const userIds = [personId, ...owned.map(({ user_id }) => user_id)];
  const others = fallen.map(({ user_id }) => user_id);
  await notifyUserChanges(db, siteId, [...names.map(nameHash), ...userIds, ...others]);
  return userIds;
}
