// Rows of what is known of people outside of events: attributes by name, edits by user id.
import {
  type AffinityEdit,
  type AffinityEdits,
  type Identifier,
  identifierKey,
} from '@attune/core';
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import { nameHash, notifyUserChanges } from '../../../db/user-changes.ts';
import type { AttributeEntries, Attributes } from './attributes.ts';

/** Where the value is a user id, and no name of a person. */
const userType = '';

/** The attributes of some users and of some names, of any sites; the others are left out. */
export async function selectAttributes(
  db: Db,
  users: readonly { readonly siteId: number; readonly id: string }[],
  names: readonly ({ readonly siteId: number } & Identifier)[],
): Promise<{ siteId: number; type: string; value: string; entries: AttributeEntries }[]> {
  const { rows } = await sql<{
    siteId: number;
    type: string;
    value: string;
    ofType: string;
    ofValue: string;
    attributes: string;
    edits: string;
    changedAt: Date;
  }>`
    select wanted.site_id as "siteId", ${userType}::text as type, wanted.id::text as value,
           f.type as "ofType", f.value as "ofValue", f.attributes, f.edits,
           f.changed_at as "changedAt"
    from unnest(${users.map(({ siteId }) => siteId)}::int[],
                ${users.map(({ id }) => id)}::bigint[]) as wanted (site_id, id)
    cross join lateral (
      select type, value, attributes, edits, changed_at from user_fact
      where site_id = wanted.site_id and type = ${userType} and value = wanted.id::text
      union all
      select type, value, attributes, edits, changed_at
      from identifier i join user_fact using (site_id, type, value)
      where i.site_id = wanted.site_id and i.person_id = wanted.id) as f
    union all
    select site_id, type, value, type, value, attributes, edits, changed_at
    from unnest(${names.map(({ siteId }) => siteId)}::int[],
                ${names.map(({ type }) => type)}::text[],
                ${names.map(({ value }) => value)}::text[]) as wanted (site_id, type, value)
    join user_fact using (site_id, type, value)`.execute(db);
  const byWho = Map.groupBy(rows, ({ siteId, type, value }) => `${siteId}\n${type}\n${value}`);
  return [...byWho.values()].map((those) => ({
    siteId: those[0]!.siteId,
    type: those[0]!.type,
    value: those[0]!.value,
    entries: those.map((row) => ({
      name: { type: row.ofType, value: row.ofValue },
      changedAt: row.changedAt.getTime(),
      attributes: JSON.parse(row.attributes) as Attributes,
      edits: JSON.parse(row.edits) as AffinityEdits,
    })),
  }));
}

/** A user's edits, locked until the transaction ends. */
export async function lockEdits(
  tx: Db,
  siteId: number,
  userId: string,
  at: Date,
): Promise<AffinityEdit[]> {
  await sql`
    insert into user_fact (site_id, type, value, changed_at)
    values (${siteId}, ${userType}, ${userId}, ${at}) on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ edits: string }>`
    select edits from user_fact
    where site_id = ${siteId} and type = ${userType} and value = ${userId} for update`.execute(tx);
  return JSON.parse(rows[0]!.edits) as AffinityEdit[];
}

/** Replaces the edits of a user whose row is locked. Nodes are notified. */
export async function updateEdits(
  tx: Db,
  siteId: number,
  userId: string,
  edits: AffinityEdits,
  at: Date,
): Promise<void> {
  const text = JSON.stringify(edits);
  await (edits.length === 0
    ? sql`
        delete from user_fact
        where site_id = ${siteId} and type = ${userType} and value = ${userId}`
    : sql`
        update user_fact set edits = ${text}, changed_at = ${at}
        where site_id = ${siteId} and type = ${userType} and value = ${userId}`
  ).execute(tx);
  await notifyUserChanges(tx, siteId, [userId]);
}

/** Forgets the attributes and edits of people, by their names and user ids. */
export async function deleteAttributes(
  tx: Db,
  siteId: number,
  names: readonly Identifier[],
  userIds: readonly string[],
): Promise<void> {
  const all = [...names, ...userIds.map((value) => ({ type: userType, value }))];
  await sql`
    delete from user_fact f
    using (select distinct * from unnest(${all.map(({ type }) => type)}::text[],
                       ${all.map(({ value }) => value)}::text[])) as named (type, value)
    where f.site_id = ${siteId} and f.type = named.type and f.value = named.value`.execute(tx);
  await notifyUserChanges(tx, siteId, [...names.map(nameHash), ...userIds]);
}

/** The attributes of some names as they are, for a change in the same transaction. */
export async function lockAttributes(
  tx: Db,
  siteId: number,
  names: readonly Identifier[],
): Promise<Map<string, Attributes>> {
  const { rows } = await sql<{ type: string; value: string; attributes: string }>`
    select f.type, f.value, f.attributes
    from user_fact f
    join unnest(${names.map(({ type }) => type)}::text[],
                ${names.map(({ value }) => value)}::text[]) as wanted (type, value)
      on f.type = wanted.type and f.value = wanted.value
    where f.site_id = ${siteId}
    order by f.type, f.value for update of f`.execute(tx);
  return new Map(
    rows.map(({ attributes, ...name }) => [identifierKey(name), JSON.parse(attributes)]),
  );
}

/**
 * Replaces the attributes of some names; those left with none are forgotten. Nodes are notified.
 */
export async function updateAttributes(
  tx: Db,
  siteId: number,
  changed: readonly { readonly name: Identifier; readonly attributes: Attributes }[],
  at: Date,
): Promise<void> {
  const types = changed.map(({ name }) => name.type);
  const values = changed.map(({ name }) => name.value);
  const texts = changed.map(({ attributes }) => JSON.stringify(attributes));
  await sql`
    with told as (
      select * from unnest(${types}::text[], ${values}::text[], ${texts}::text[])
        as given (type, value, attributes)
    ), gone as (
      delete from user_fact f using told
      where f.site_id = ${siteId} and f.type = told.type and f.value = told.value
        and told.attributes = '{}')
    insert into user_fact (site_id, type, value, attributes, changed_at)
    select ${siteId}::int, type, value, attributes, ${at}::timestamptz
    from told where attributes <> '{}' order by type, value
    on conflict (site_id, type, value) do update
      set attributes = excluded.attributes, changed_at = excluded.changed_at`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    select distinct person_id as id
    from unnest(${types}::text[], ${values}::text[]) as told (type, value)
    join identifier i using (type, value)
    where i.site_id = ${siteId}`.execute(tx);
  const names = changed.map(({ name }) => nameHash(name));
  await notifyUserChanges(tx, siteId, [...names, ...rows.map(({ id }) => id)]);
}
