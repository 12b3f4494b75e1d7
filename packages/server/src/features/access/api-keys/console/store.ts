// Pages of keys as a teammate looks for them, and what is left of deleted ones.
import type { KeyOrder, Permission } from '@attune/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Schema } from '../../../../db/schema.ts';
import { type Deletion, type KeyRow, keyOf } from '../store.ts';

export interface Wanted {
  /** What a value begins with. Empty: any key. */
  readonly text: string;
  /** Those that have the text in what is written of them. */
  readonly ids: readonly number[];
  /** Permissions that the text names as well. */
  readonly permissions: readonly Permission[];
}

const isWanted = ({ text, ids, permissions }: Wanted) => sql<boolean>`(
  ${text} = ''
  or id = any(${ids}::integer[])
  or left(hint, length(${text})) = left(${text}, length(hint))
  or permissions && ${permissions}::text[])`;

/** What is written of a site's keys: name, notes, source. */
export async function selectKeyTexts(
  db: Db,
  siteId: number,
): Promise<{ readonly id: number; readonly text: string }[]> {
  const { rows } = await sql<{ id: number; text: string }>`
    select id, concat_ws(E'\n', name, notes, source) as text from api_key
    where site_id = ${siteId} and deleted_at is null`.execute(db);
  return rows;
}

/** Some keys of a site, the newest first, those with ids up to `upTo`. */
export async function selectKeyPage(
  db: Db,
  siteId: number,
  wanted: Wanted,
  { upTo, limit }: { upTo: number; limit: number },
): Promise<KeyRow[]> {
  const { rows } = await sql<Selectable<Schema['api_key']>>`
    select * from api_key
    where site_id = ${siteId} and deleted_at is null and ${isWanted(wanted)}
      and id <= ${upTo}
    order by id desc limit ${limit}`.execute(db);
  return rows.map(keyOf);
}

const orders: Readonly<Record<KeyOrder, RawBuilder<unknown>>> = {
  name: sql`lower(name), id`,
  '-name': sql`lower(name) desc, id desc`,
  used: sql`used nulls last, id`,
  '-used': sql`used desc nulls last, id desc`,
  created: sql`id`,
  '-created': sql`id desc`,
};

/** Some keys of a site in an order, behind so many. */
export async function selectSortedKeys(
  db: Db,
  siteId: number,
  wanted: Wanted,
  { order, behind, limit }: { order: KeyOrder; behind: number; limit: number },
): Promise<KeyRow[]> {
  const { rows } = await sql<Selectable<Schema['api_key']>>`
    select api_key.* from api_key
    left join lateral (
      select max(last_used_at) as used from key_use
      where key_use.site_id = ${siteId} and key_id = api_key.id) as use on true
    where site_id = ${siteId} and deleted_at is null and ${isWanted(wanted)}
    order by ${orders[order]} offset ${behind} limit ${limit}`.execute(db);
  return rows.map(keyOf);
}

/** How many keys of a site there are. */
export async function countKeys(db: Db, siteId: number, wanted: Wanted): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from api_key
    where site_id = ${siteId} and deleted_at is null and ${isWanted(wanted)}`.execute(db);
  return rows[0]!.count;
}

/**
 * When a key was deleted; undefined where it was not, or before deletions recorded their revision.
 */
export async function selectDeletion(
  db: Db,
  siteId: number,
  id: number,
): Promise<Deletion | undefined> {
  const row = await db
    .selectFrom('api_key')
    .select(['deleted_at', 'deleted_revision'])
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row?.deleted_at || row.deleted_revision === null) return undefined;
  return { deletedAt: row.deleted_at, revision: Number(row.deleted_revision) };
}
