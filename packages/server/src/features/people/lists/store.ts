// Rows of lists: their members, by the names that were listed.
import type { Identifier } from '@attune/core';
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import { nameHash, notifyUserChanges, userChangesChannel } from '../../../db/user-changes.ts';

/** Where the value is a user id, and no name of a person. */
export const userType = '';

export interface ListKey {
  readonly siteId: number;
  readonly audienceId: number;
}

/** An upload may take longer than a statement of a request. */
const longStatementsMs = '600000';

/** Begins a change of a list: what is staged is gone when the transaction ends. */
export async function createStage(tx: Db): Promise<void> {
  await sql`select set_config('statement_timeout', ${longStatementsMs}, true)`.execute(tx);
  await sql`
    create temporary table staged_name
      (type text collate "C" not null, value text collate "C" not null, is_added boolean not null)
      on commit drop`.execute(tx);
}

/** Stages names that are to be on the list, or not to be. */
export async function stageNames(
  tx: Db,
  names: readonly Identifier[],
  isAdded: boolean,
): Promise<void> {
  await sql`
    insert into staged_name
    select type, value, ${isAdded} from unnest(${names.map(({ type }) => type)}::text[],
      ${names.map(({ value }) => value)}::text[]) as given (type, value)`.execute(tx);
}

/** How many different names are staged to be on the list. */
export async function countStaged(tx: Db): Promise<number> {
  await sql`analyze staged_name`.execute(tx);
  const { rows } = await sql<{ names: number }>`
    select count(*)::int as names from (
      select distinct type, value from staged_name where is_added) as different`.execute(tx);
  return rows[0]!.names;
}

/** Waits until no one else changes the list; returns how many it names. */
export async function lockList(tx: Db, { siteId, audienceId }: ListKey, at: Date): Promise<number> {
  await sql`
    insert into audience_list (site_id, audience_id, changed_at)
    values (${siteId}, ${audienceId}, ${at}) on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ members: number }>`
    select members from audience_list
    where site_id = ${siteId} and audience_id = ${audienceId} for update`.execute(tx);
  return rows[0]!.members;
}

/**
 * Makes a locked list what is staged: with `isWhole` all other members leave it. Notifies nodes of
 * members who came or went, whether they are known by the name or not.
 */
export async function applyStaged(
  tx: Db,
  { siteId, audienceId }: ListKey,
  isWhole: boolean,
  at: Date,
): Promise<{ added: number; removed: number }> {
  await sql`
    create temporary table changed_name
      (type text collate "C" not null, value text collate "C" not null, is_added boolean not null)
      on commit drop`.execute(tx);
  const gone = isWhole
    ? sql`not exists (select from staged_name s where (s.type, s.value) = (m.type, m.value))`
    : sql`exists (select from staged_name s
                  where (s.type, s.value) = (m.type, m.value) and not s.is_added)`;
  await sql`
    with gone as (
      delete from audience_member m
      where site_id = ${siteId} and audience_id = ${audienceId} and ${gone}
      returning type, value)
    insert into changed_name select type, value, false from gone`.execute(tx);
  await sql`
    with fresh as (
      insert into audience_member (site_id, type, value, audience_id)
      select distinct ${siteId}::int, type, value, ${audienceId}::bigint
      from staged_name where is_added order by type, value
      on conflict do nothing
      returning type, value)
    insert into changed_name select type, value, true from fresh`.execute(tx);
  const { rows } = await sql<{ added: number; removed: number }>`
    select count(*) filter (where is_added)::int as added,
           count(*) filter (where not is_added)::int as removed
    from changed_name`.execute(tx);
  const { added, removed } = rows[0]!;
  await sql`
    update audience_list set members = members + ${added - removed}, changed_at = ${at}
    where site_id = ${siteId} and audience_id = ${audienceId}`.execute(tx);
  await tellChanged(tx, siteId);
  return { added, removed };
}

/** As many as fit a notification: none is longer than a name's hash and the space before it. */
const namesTold = 300;

/**
 * As `notifyUserChanges`, of more names than should be in this process's memory: hashed as
 * `nameHash` does.
 */
async function tellChanged(tx: Db, siteId: number): Promise<void> {
  await sql`
    select pg_notify(${userChangesChannel}, ${siteId}::int || ' ' || string_agg(told, ' '))
    from (
      select told, (row_number() over () - 1) / ${namesTold}::int as message from (
        select value as told from changed_name where type = ${userType}
        union all
        select left(translate(encode(sha256(convert_to(type || E'\n' || value, 'UTF8')), 'base64'),
                              '+/', '-_'), 22)
        from changed_name where type <> ${userType}
        union all
        select person_id::text from changed_name join identifier using (type, value)
        where site_id = ${siteId}) as each
    ) as numbered
    group by message`.execute(tx);
}

/** The lists of some users and names of any sites; users on no list are left out. */
export async function selectLists(
  db: Db,
  users: readonly { readonly siteId: number; readonly id: string }[],
  names: readonly ({ readonly siteId: number } & Identifier)[],
): Promise<{ siteId: number; type: string; value: string; lists: string[] }[]> {
  const { rows } = await sql<{ siteId: number; type: string; value: string; lists: string[] }>`
    select site_id as "siteId", type, value, array_agg(distinct audience_id::text) as lists
    from (
      select wanted.site_id, ${userType}::text as type, wanted.id::text as value, m.audience_id
      from unnest(${users.map(({ siteId }) => siteId)}::int[],
                  ${users.map(({ id }) => id)}::bigint[]) as wanted (site_id, id)
      cross join lateral (
        select audience_id from audience_member
        where site_id = wanted.site_id and type = ${userType} and value = wanted.id::text
        union all
        select audience_id from identifier i join audience_member using (site_id, type, value)
        where i.site_id = wanted.site_id and i.person_id = wanted.id) as m
      union all
      select site_id, type, value, audience_id
      from unnest(${names.map(({ siteId }) => siteId)}::int[],
                  ${names.map(({ type }) => type)}::text[],
                  ${names.map(({ value }) => value)}::text[]) as wanted (site_id, type, value)
      join audience_member using (site_id, type, value)
    ) as found
    group by site_id, type, value`.execute(db);
  return rows;
}

/** How many some lists name; those that were never filled are left out. */
export async function selectCounts(
  db: Db,
  siteId: number,
  audienceIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('audience_list')
    .select(['audience_id', 'members'])
    .where('site_id', '=', siteId)
    .where('audience_id', 'in', audienceIds.map(String))
    .execute();
  return new Map(rows.map(({ audience_id, members }) => [Number(audience_id), members]));
}

/** Deletes a list's members; a list that is gone is never looked up. */
export async function deleteList(tx: Db, { siteId, audienceId }: ListKey): Promise<void> {
  // The change of the list holds this row, and has put in everything when it lets it go.
  await tx
    .deleteFrom('audience_list')
    .where('site_id', '=', siteId)
    .where('audience_id', '=', String(audienceId))
    .execute();
  await tx
    .deleteFrom('audience_member')
    .where('site_id', '=', siteId)
    .where('audience_id', '=', String(audienceId))
    .execute();
}

/** Takes a person off all lists, by names and user ids. */
export async function deleteMember(
  tx: Db,
  siteId: number,
  names: readonly Identifier[],
  userIds: readonly string[],
): Promise<void> {
  const all = [...names, ...userIds.map((value) => ({ type: userType, value }))];
  await sql`
    with gone as (
      delete from audience_member m
      using (select distinct * from unnest(${all.map(({ type }) => type)}::text[],
                         ${all.map(({ value }) => value)}::text[])) as named (type, value)
      where m.site_id = ${siteId} and m.type = named.type and m.value = named.value
      returning m.audience_id
    ), counted as (select audience_id, count(*)::int as gone from gone group by audience_id)
    update audience_list l set members = members - counted.gone
    from counted where l.site_id = ${siteId} and l.audience_id = counted.audience_id`.execute(tx);
  await notifyUserChanges(tx, siteId, [...names.map(nameHash), ...userIds]);
}

/** The lists that a person is on, by names and user ids. */
export async function selectListsOf(
  db: Db,
  siteId: number,
  names: readonly Identifier[],
  userIds: readonly string[],
): Promise<number[]> {
  const all = [...names, ...userIds.map((value) => ({ type: userType, value }))];
  const { rows } = await sql<{ id: string }>`
    select distinct audience_id as id
    from unnest(${all.map(({ type }) => type)}::text[],
                ${all.map(({ value }) => value)}::text[]) as named (type, value)
    join audience_member m using (type, value)
    where m.site_id = ${siteId} order by 1`.execute(db);
  return rows.map(({ id }) => Number(id));
}
