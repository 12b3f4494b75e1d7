// Finds by their traces who of a site's people is there. One scan for many erasures.
import type { Identifier } from '@attune/core';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import { tracing } from './pseudonyms.ts';

export interface Traced {
  /** Hex. */
  readonly trace: string;
  readonly name?: Identifier;
  readonly userId?: string;
}

/** The names and user ids of a site that have one of some traces. */
export async function selectTraced(
  db: Db,
  siteId: number,
  salt: Buffer,
  traces: readonly Buffer[],
): Promise<Traced[]> {
  const { inner, outer, bytes, namePrefix, userPrefix } = tracing(salt);
  const trace = (text: RawBuilder<string>) => sql<Buffer>`
    substring(sha256(${outer}::bytea || sha256(${inner}::bytea || convert_to(${text}, 'UTF8')))
              for ${bytes}::int)`;
  const wanted = sql`(select unnest(${traces}::bytea[]))`;
  const names = await sql<{ trace: Buffer; type: string; value: string }>`
    select * from (
      select type, value, ${trace(sql`${namePrefix}::text || type || E'\n' || value`)} as trace
      from (
        select type, value from identifier where site_id = ${siteId}
        union select type, value from audience_member where site_id = ${siteId} and type <> ''
        union select type, value from user_fact where site_id = ${siteId} and type <> ''
      ) as known) as named
    where trace in ${wanted}`.execute(db);
  const users = await sql<{ trace: Buffer; userId: string }>`
    select * from (
      select user_id as "userId", ${trace(sql`${userPrefix}::text || user_id`)} as trace
      from (
        select user_id from profile where site_id = ${siteId}
        union select user_id from device where site_id = ${siteId}
        union select person_id from identifier where site_id = ${siteId}
        union select value::bigint from audience_member where site_id = ${siteId} and type = ''
        union select value::bigint from user_fact where site_id = ${siteId} and type = ''
      ) as known) as marked
    where trace in ${wanted}`.execute(db);
  return [
    ...names.rows.map((row) => ({
      trace: row.trace.toString('hex'),
      name: { type: row.type, value: row.value },
    })),
    ...users.rows.map((row) => ({ trace: row.trace.toString('hex'), userId: row.userId })),
  ];
}
