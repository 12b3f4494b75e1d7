// Whether anything is known of people, wherever that would be.
import type { Identifier } from '@attune/core';
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import { ownIdType } from '../../people/identity/index.ts';

/** The places of those of some names under which anything is stored. */
export async function selectFound(
  db: Db,
  siteId: number,
  names: readonly Identifier[],
): Promise<ReadonlySet<number>> {
  // Facts and lists have user ids under the type ''.
  const { rows } = await sql<{ place: number }>`
    with wanted as (
      select ordinality::int - 1 as place, type, value,
             case when type = ${ownIdType} then '' else type end as fact_type,
             case when type = ${ownIdType} then value::bigint end as user_id
      from unnest(${names.map(({ type }) => type)}::text[],
                  ${names.map(({ value }) => value)}::text[]) with ordinality
        as given (type, value, ordinality))
    select place from wanted
    where exists (
        select from identifier i
        where i.site_id = ${siteId} and i.type = wanted.type and i.value = wanted.value)
      or exists (
        select from identifier i where i.site_id = ${siteId} and i.person_id = wanted.user_id)
      or exists (
        select from profile p where p.site_id = ${siteId} and p.user_id = wanted.user_id)
      or exists (
        select from device d where d.site_id = ${siteId} and d.user_id = wanted.user_id)
      or exists (
        select from user_fact f
        where f.site_id = ${siteId} and f.type = fact_type and f.value = wanted.value)
      or exists (
        select from audience_member m
        where m.site_id = ${siteId} and m.type = fact_type and m.value = wanted.value)
  `.execute(db);
  return new Set(rows.map(({ place }) => place));
}
