// Rows of versioned objects: one table, whatever the kind.
import { type SqlBool, sql } from 'kysely';
import type { Db, Schema } from '../../../db/schema.ts';

export type Kind = Schema['managed_object']['kind'];

export interface ObjectRow {
  readonly id: number;
  readonly version: number;
  /** Unique among the site's objects of the kind. */
  readonly name: string;
  /** JSON text, as it was written. */
  readonly body: string;
  /** Put away: not served, not in lists unless asked for, and not to be changed. */
  readonly isArchived: boolean;
}

const columns = ['id', 'version', 'name', 'body', 'archived_at'] as const;

interface Stored extends Pick<ObjectRow, 'version' | 'name' | 'body'> {
  readonly id: string;
  readonly archived_at: Date | null;
}

const toRow = ({ id, archived_at, ...row }: Stored): ObjectRow => ({
  ...row,
  id: Number(id),
  isArchived: archived_at !== null,
});

/** Which objects of a page are wanted; absent: whichever. */
export interface Filter {
  /** Among the body's `labels`. */
  readonly label?: string | undefined;
  /** Absent: those that are not. */
  readonly archived?: 'also' | 'only' | undefined;
  readonly among?: readonly number[] | undefined;
  readonly notAmong?: readonly number[] | undefined;
}

interface Page {
  /** The id before the first of the page in its order; absent: the page is the first. */
  readonly after: number | undefined;
  readonly isNewestFirst?: boolean;
  readonly limit: number;
  readonly filter?: Filter;
}

/** All objects of a kind by id, or a page of them. */
export async function selectObjects(
  db: Db,
  siteId: number,
  kind: Kind,
  page?: Page,
): Promise<ObjectRow[]> {
  let query = db
    .selectFrom('managed_object')
    .select(columns)
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .orderBy('id', page?.isNewestFirst ? 'desc' : 'asc');
  if (!page) return (await query.execute()).map(toRow);
  const { label, archived, among, notAmong } = page.filter ?? {};
  if (archived !== 'also') query = query.where('archived_at', archived ? 'is not' : 'is', null);
  if (among) query = query.where(sql<SqlBool>`id = any(${among}::bigint[])`);
  if (notAmong && notAmong.length > 0) query = query.where('id', 'not in', notAmong.map(String));
  if (label) query = query.where(sql<SqlBool>`body::jsonb -> 'labels' ? ${label}::text`);
  const { after, isNewestFirst = false, limit } = page;
  if (after !== undefined) query = query.where('id', isNewestFirst ? '<' : '>', String(after));
  return (await query.limit(limit).execute()).map(toRow);
}

/** What objects of a kind are called: each name, and the member `name` of its body. */
export async function selectObjectNames(
  db: Db,
  siteId: number,
  kind: Kind,
): Promise<{ readonly id: number; readonly names: string }[]> {
  const { rows } = await sql<{ id: string; names: string }>`
    select id, name || E'\n' || coalesce(body::json ->> 'name', '') as names
    from managed_object where site_id = ${siteId} and kind = ${kind}`.execute(db);
  return rows.map(({ id, names }) => ({ id: Number(id), names }));
}

/** One object. */
export async function selectObject(
  db: Db,
  siteId: number,
  kind: Kind,
  id: number,
): Promise<ObjectRow | undefined> {
  const row = await db
    .selectFrom('managed_object')
    .select(columns)
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('id', '=', String(id))
    .executeTakeFirst();
  return row && toRow(row);
}

export interface Titled {
  readonly kind: Kind;
  readonly id: number;
  /** Unique among the site's objects of the kind. */
  readonly name: string;
  /** What people call it. */
  readonly title: string;
}

/** What objects of some kinds are called; those that are archived are left out. */
export async function selectTitles<K extends Kind>(
  db: Db,
  siteId: number,
  kinds: readonly K[],
): Promise<(Titled & { readonly kind: K })[]> {
  const { rows } = await sql<Omit<Titled, 'id'> & { kind: K; id: string }>`
    select kind, id, name, coalesce(body::json ->> 'name', name) as title from managed_object
    where site_id = ${siteId} and kind = any(${kinds}::text[]) and archived_at is null
      -- Templates say it themselves.
      and (kind <> 'template' or coalesce(body::json ->> 'archived', '') <> 'true')
  `.execute(db);
  return rows.map(({ id, ...row }) => ({ ...row, id: Number(id) }));
}

/** The next ids of versioned objects and of the parts that they number. */
export async function nextIds(db: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: string }>`
    select nextval('managed_id') as id from generate_series(1, ${count})`.execute(db);
  return rows.map(({ id }) => Number(id));
}

/** Inserts an object; undefined when its name is taken. */
export async function insertObject(
  db: Db,
  siteId: number,
  kind: Kind,
  object: Pick<ObjectRow, 'id' | 'name' | 'body'>,
): Promise<ObjectRow | undefined> {
  const row = await db
    .insertInto('managed_object')
    .values({ site_id: siteId, kind, ...object })
    .onConflict((conflict) => conflict.columns(['site_id', 'kind', 'name']).doNothing())
    .returning(columns)
    .executeTakeFirst();
  return row && toRow(row);
}

/** Replaces an object and raises its version; undefined when another has the name. */
export async function updateObject(
  db: Db,
  siteId: number,
  kind: Kind,
  object: Pick<ObjectRow, 'id' | 'name' | 'body'>,
): Promise<ObjectRow | undefined> {
  const row = await db
    .updateTable('managed_object')
    .set({ name: object.name, body: object.body, version: sql<number>`version + 1` })
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('id', '=', String(object.id))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('managed_object as other')
            .select('other.id')
            .where('other.site_id', '=', siteId)
            .where('other.kind', '=', kind)
            .where('other.name', '=', object.name)
            .where('other.id', '!=', String(object.id)),
        ),
      ),
    )
    .returning(columns)
    .executeTakeFirst();
  return row && toRow(row);
}

/** Puts an object away under another name, or takes it out again; false when another has it. */
export async function archiveObject(
  db: Db,
  siteId: number,
  kind: Kind,
  { id, name, at }: { id: number; name: string; at: Date | null },
): Promise<boolean> {
  const others = db
    .selectFrom('managed_object')
    .select('id')
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .where('id', '!=', String(id));
  if (await others.executeTakeFirst()) return false;
  await db
    .updateTable('managed_object')
    .set({ name, archived_at: at })
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('id', '=', String(id))
    .execute();
  return true;
}

/** Deletes an object. */
export async function deleteObject(db: Db, siteId: number, kind: Kind, id: number): Promise<void> {
  await db
    .deleteFrom('managed_object')
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('id', '=', String(id))
    .execute();
}
