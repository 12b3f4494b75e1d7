// Finds the site's people who have one of some pseudonyms. One scan for many erasures.
import type { Identifier } from '@attune/core';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import { pseudonymParts } from './pseudonyms.ts';

export interface Pseudonymised {
  /** Hex. */
  readonly pseudonym: string;
  readonly name?: Identifier;
  readonly userId?: string;
}

/** The names and user ids of a site that have one of some pseudonyms. */
export async function selectByPseudonyms(
  db: Db,
  siteId: number,
  salt: Buffer,
  pseudonyms: readonly Buffer[],
): Promise<Pseudonymised[]> {
  const { inner, outer, bytes, namePrefix, userPrefix } = pseudonymParts(salt);
  const hash = (text: RawBuilder<string>) => sql<Buffer>`
    substring(sha256(${outer}::bytea || sha256(${inner}::bytea || convert_to(${text}, 'UTF8')))
              for ${bytes}::int)`;
  const wanted = sql`(select unnest(${pseudonyms}::bytea[]))`;
  const names = await sql<{ pseudonym: Buffer; type: string; value: string }>`
    select * from (
      select type, value, ${hash(sql`${namePrefix}::text || type || E'\n' || value`)} as pseudonym
      from (
        select type, value from identifier where site_id = ${siteId}
        union select type, value from audience_member where site_id = ${siteId} and type <> ''
        union select type, value from user_fact where site_id = ${siteId} and type <> ''
      ) as known) as named
    where pseudonym in ${wanted}`.execute(db);
  const users = await sql<{ pseudonym: Buffer; userId: string }>`
    select * from (
      select user_id as "userId", ${hash(sql`${userPrefix}::text || user_id`)} as pseudonym
      from (
        select user_id from profile where site_id = ${siteId}
        union select user_id from device where site_id = ${siteId}
        union select person_id from identifier where site_id = ${siteId}
        union select value::bigint from audience_member where site_id = ${siteId} and type = ''
        union select value::bigint from user_fact where site_id = ${siteId} and type = ''
      ) as known) as marked
    where pseudonym in ${wanted}`.execute(db);
  return [
    ...names.rows.map((row) => ({
      pseudonym: row.pseudonym.toString('hex'),
      name: { type: row.type, value: row.value },
    })),
    ...users.rows.map((row) => ({ pseudonym: row.pseudonym.toString('hex'), userId: row.userId })),
  ];
}
