// Which names and devices belong to which person.
import { type Device, type Directory, type Identifier, identifierKey } from '@attune/core';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import { nameHash, notifyUserChanges, settledAs } from '../../../db/user-changes.ts';
import { ownIdType } from './generate-ids.ts';

type Sql = RawBuilder<unknown>;

/** Most devices whose profiles are summed into one person's. */
export const mostDevices = 99;

/** In ms since the epoch. */
const ms = (time: Sql) => sql`(extract(epoch from ${time}) * 1000)::double precision`;

/** Since when a device is its owner's; of before there was a time, whether it was the first. */
export const sinceOf = (table: string): Sql => {
  const [time, isFirst] = [sql.ref(`${table}.since`), sql.ref(`${table}.is_first`)];
  const before = sql`case when ${isFirst} then '-infinity' else 'infinity' end::timestamptz`;
  return sql`coalesce(${time}, ${before})`;
};

/** What is known of some names and devices. */
export async function selectDirectory(
  db: Db,
  siteId: number,
  identifiers: readonly Identifier[],
  devices: readonly string[],
): Promise<Directory> {
  const people = identifiers.length === 0 ? [] : await selectPeople(db, siteId, identifiers);
  const known = await sql<Device & { userId: string }>`
    select user_id as "userId", owner_id as owner, present_id as present,
        ${ms(sinceOf('device'))} as since
    from device
    where site_id = ${siteId} and user_id = any(${devices}::bigint[])`.execute(db);
  const persons = await sql<{ person_id: string }>`
    select distinct person_id from identifier
    where site_id = ${siteId} and person_id = any(${devices}::bigint[])`.execute(db);
  return {
    personIds: new Set(persons.rows.map(({ person_id }) => person_id)),
    people: new Map(people.map((row) => [identifierKey(row), row.person_id])),
    devices: new Map(known.rows.map(({ userId, ...device }) => [userId, device])),
    drawn: new Map(
      people.flatMap(({ person_id, drawn }) => (drawn === null ? [] : [[person_id, drawn]])),
    ),
  };
}

async function selectPeople(db: Db, siteId: number, identifiers: readonly Identifier[]) {
  const { rows } = await sql<Identifier & { person_id: string; drawn: number | null }>`
    select i.type, i.value, i.person_id, ${ms(sql`i.drawn_at`)} as drawn
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

/** Notes persons who were drawn without a device of their own, and earlier than is known. */
export async function noteDrawn(
  db: Db,
  siteId: number,
  drawn: readonly (readonly [personId: string, at: number])[],
): Promise<void> {
  if (drawn.length === 0) return;
  await sql`
    with earlier as (
      select type, value, at
      from unnest(
        ${drawn.map(([personId]) => personId)}::bigint[],
        ${drawn.map(([, at]) => timestamp(at))}::timestamptz[]
      ) as noted (person_id, at)
      join identifier on site_id = ${siteId} and identifier.person_id = noted.person_id
      where drawn_at is null or drawn_at > at
      order by type, value
      for update of identifier)
    update identifier set drawn_at = earlier.at from earlier
    where site_id = ${siteId} and identifier.type = earlier.type
      and identifier.value = earlier.value`.execute(db);
  await notifyUserChanges(
    db,
    siteId,
    drawn.map(([personId]) => personId),
  );
}

/** As PostgreSQL reads it; of infinite ones too. */
function timestamp(at: number): string {
  if (Number.isFinite(at)) return new Date(at).toISOString();
  return at < 0 ? '-infinity' : 'infinity';
}

/** Adds or moves devices; an owner never changes. */
export async function upsertDevices(
  db: Db,
  siteId: number,
  devices: readonly (readonly [string, Device])[],
): Promise<void> {
  if (devices.length === 0) return;
  await sql`
    insert into device (site_id, user_id, owner_id, present_id, since, is_first)
    select ${siteId}, seen.*, not exists (
        select from device as owned
        where owned.site_id = ${siteId} and owned.owner_id = seen.owner_id)
    from unnest(
      ${devices.map(([userId]) => userId)}::bigint[],
      ${devices.map(([, { owner }]) => owner)}::bigint[],
      ${devices.map(([, { present }]) => present)}::bigint[],
      ${devices.map(([, one]) => timestamp(one.since))}::timestamptz[]
    ) as seen (user_id, owner_id, present_id, since)
    order by user_id
    on conflict (site_id, user_id) do update
      set present_id = excluded.present_id,
        since = least(${sinceOf('device')}, excluded.since)`.execute(db);
  await notifyUserChanges(
    db,
    siteId,
    devices.flatMap(([userId, { owner, present }]) => [
      ...[userId, owner],
      settledAs(userId, present),
    ]),
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

/**
 * What the site calls the present user of each id, a device's or a person's own: one name, rather
 * one that people can read than a hash of an address. Users without a name are left out.
 */
export async function selectNames(
  db: Db,
  siteId: number,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Identifier>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<Identifier & { userId: string }>`
    select wanted.id as "userId", named.type, named.value
    from unnest(${userIds}::bigint[]) as wanted (id)
    left join device on device.site_id = ${siteId} and device.user_id = wanted.id
    cross join lateral (
      select type, value from identifier
      where site_id = ${siteId} and person_id = coalesce(device.present_id, wanted.id)
      order by type = 'he', type, value limit 1) as named`.execute(db);
  return new Map(rows.map(({ userId, type, value }) => [userId, { type, value }]));
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
  const changed = [...userIds, ...others];
  const settled = changed.map((id) => settledAs(id, ''));
  await notifyUserChanges(db, siteId, [...names.map(nameHash), ...changed, ...settled]);
  return userIds;
}
