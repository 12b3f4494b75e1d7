// Rows of key use: what keys were used for, and by which clients.
import type { Permission } from '@attune/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import type { ClientUse, Use } from './tally.ts';

/** Of a key; beyond that the most recently seen ones stay. */
const clientsMax = 20;

/**
 * Adds what a node has counted; one statement. Rows come in the order of their keys, so that nodes
 * that add at once wait for one another and for nothing else.
 */
export async function addUse(
  db: Db,
  uses: readonly Use[],
  clients: readonly (Omit<ClientUse, 'via'> & { address: string })[],
): Promise<void> {
  const timed = (list: readonly { lastUsedAt: number }[]) =>
    JSON.stringify(list.map((each) => ({ ...each, at: new Date(each.lastUsedAt) })));
  await sql`
    with used as (
      insert into key_use (site_id, key_id, day, permission, calls, last_used_at)
      select "siteId", "keyId", day, permission, calls, at
      from jsonb_to_recordset(${timed(uses)}::jsonb) as used
        ("siteId" integer, "keyId" integer, day date, permission text, calls bigint, at timestamptz)
      order by "siteId", "keyId", day, permission
      on conflict (site_id, key_id, day, permission) do update
      set calls = key_use.calls + excluded.calls,
          last_used_at = greatest(key_use.last_used_at, excluded.last_used_at)
    ), seen as (
      select "siteId", "keyId", "userAgent", address, sum(calls) as calls, max(at) as at
      from jsonb_to_recordset(${timed(clients)}::jsonb) as seen
        ("siteId" integer, "keyId" integer, "userAgent" text, address text, calls bigint,
         at timestamptz)
      group by "siteId", "keyId", "userAgent", address
    ), kept as (
      insert into key_client (site_id, key_id, user_agent, address, calls, last_used_at)
      select * from seen order by "siteId", "keyId", "userAgent", address
      on conflict (site_id, key_id, user_agent, address) do update
      set calls = key_client.calls + excluded.calls,
          last_used_at = greatest(key_client.last_used_at, excluded.last_used_at)
    ), known as (
      select site_id, key_id, user_agent, address,
             row_number() over (partition by site_id, key_id order by last_used_at desc) as place
      from key_client
      where (site_id, key_id) in (select "siteId", "keyId" from seen)
    )
    delete from key_client as old using known
    where known.place > ${clientsMax} and old.site_id = known.site_id
      and old.key_id = known.key_id and old.user_agent = known.user_agent
      and old.address = known.address
      and not exists (
        select from seen
        where seen."siteId" = old.site_id and seen."keyId" = old.key_id
          and seen."userAgent" = old.user_agent and seen.address = old.address)`.execute(db);
}

/** What a key was used for on a day. */
export interface KeyUse {
  readonly keyId: number;
  /** UTC: `2026-11-21`. */
  readonly day: string;
  readonly permission: Permission | 'none';
  readonly calls: number;
  readonly lastUsedAt: Date;
}

/** All that is stored of the uses of some keys: a row a day and permission. */
export async function readUse(
  db: Db,
  siteId: number,
  keyIds: readonly number[],
): Promise<KeyUse[]> {
  const rows = await db
    .selectFrom('key_use')
    .select(['key_id', 'day', 'permission', 'calls', 'last_used_at'])
    .where('site_id', '=', siteId)
    .where('key_id', '=', sql<number>`any(${keyIds}::integer[])`)
    .execute();
  return rows.map((row) => ({
    keyId: row.key_id,
    day: row.day,
    permission: row.permission,
    calls: Number(row.calls),
    lastUsedAt: row.last_used_at,
  }));
}

/** Calls of a site's keys since a day, by day and permission: "2026-11-21 serve". */
export async function selectCallsByDay(
  db: Db,
  siteId: number,
  sinceDay: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ day: string; permission: string; calls: string }>`
    select day, permission, sum(calls) as calls from key_use
    where site_id = ${siteId} and day >= ${sinceDay} group by day, permission`.execute(db);
  return new Map(rows.map(({ day, permission, calls }) => [`${day} ${permission}`, Number(calls)]));
}

export interface KeyClient {
  readonly userAgent: string;
  /** Of a Client-side key the origin of the page. */
  readonly address: string;
  readonly calls: number;
  readonly lastUsedAt: Date;
}

/** The clients that used a key since a time, the latest first. */
export async function readClients(
  db: Db,
  siteId: number,
  keyId: number,
  since: Date,
): Promise<KeyClient[]> {
  const rows = await db
    .selectFrom('key_client')
    .select(['user_agent', 'address', 'calls', 'last_used_at'])
    .where('site_id', '=', siteId)
    .where('key_id', '=', keyId)
    .where('last_used_at', '>=', since)
    .orderBy('last_used_at', 'desc')
    .limit(clientsMax)
    .execute();
  return rows.map((row) => ({
    userAgent: row.user_agent,
    address: row.address,
    calls: Number(row.calls),
    lastUsedAt: row.last_used_at,
  }));
}

/**
 * Removes what is older. Of each key and permission the last day stays, so that it is known when
 * it was used last.
 */
export async function forgetOldUse(db: Db, before: Date): Promise<void> {
  const day = before.toISOString().slice(0, 10);
  await sql`
    with clients as (delete from key_client where last_used_at < ${before})
    delete from key_use as old
    where day < ${day} and exists (
      select from key_use as later
      where later.site_id = old.site_id and later.key_id = old.key_id
        and later.permission = old.permission and later.day > old.day)`.execute(db);
}
