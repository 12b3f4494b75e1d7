// Rows of versions: what each versioned object was, since when, and by which author.
import type { Db } from '../../../../db/schema.ts';
import type { Kind, ObjectRow } from '../store.ts';

export interface VersionRow {
  readonly version: number;
  readonly at: Date;
  /** '': not known. */
  readonly actor: string;
  readonly action: string;
  /** JSON text, as it was written. */
  readonly body: string;
}

/** The most versions of one object that are kept. */
const versionsMax = 1_000;

/** Stores a version; nothing happens where it is stored already. The oldest go beyond the most. */
export async function insertVersion(
  db: Db,
  siteId: number,
  kind: Kind,
  { id, version, body }: Pick<ObjectRow, 'id' | 'version' | 'body'>,
  by: { at: Date; actor: string; action: string },
): Promise<void> {
  await db
    .insertInto('object_version')
    .values({ site_id: siteId, kind, object_id: id, version, body, ...by })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .deleteFrom('object_version')
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('object_id', '=', String(id))
    .where('version', '<=', version - versionsMax)
    .execute();
}

/** The versions of an object before a version, the newest first. */
export async function selectVersions(
  db: Db,
  siteId: number,
  kind: Kind,
  id: number,
  page: { before?: number; limit: number },
): Promise<Omit<VersionRow, 'body'>[]> {
  let query = db
    .selectFrom('object_version')
    .select(['version', 'at', 'actor', 'action'])
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('object_id', '=', String(id))
    .orderBy('version', 'desc')
    .limit(page.limit);
  if (page.before !== undefined) query = query.where('version', '<', page.before);
  return query.execute();
}

/** One version of an object. */
export async function selectVersion(
  db: Db,
  siteId: number,
  kind: Kind,
  id: number,
  version: number,
): Promise<VersionRow | undefined> {
  return db
    .selectFrom('object_version')
    .select(['version', 'at', 'actor', 'action', 'body'])
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('object_id', '=', String(id))
    .where('version', '=', version)
    .executeTakeFirst();
}

/** What some versions of an object were, as far as they are kept. */
export async function selectVersionBodies(
  db: Db,
  siteId: number,
  kind: Kind,
  id: number,
  versions: readonly number[],
): Promise<Map<number, string>> {
  if (versions.length === 0) return new Map();
  const rows = await db
    .selectFrom('object_version')
    .select(['version', 'body'])
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('object_id', '=', String(id))
    .where('version', 'in', [...new Set(versions)])
    .execute();
  return new Map(rows.map(({ version, body }) => [version, body]));
}

/** Since when each version of an object is there, the newest first. */
export async function selectVersionTimes(
  db: Db,
  siteId: number,
  kind: Kind,
  id: number,
): Promise<Pick<VersionRow, 'version' | 'at'>[]> {
  return db
    .selectFrom('object_version')
    .select(['version', 'at'])
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('object_id', '=', String(id))
    .orderBy('version', 'desc')
    .execute();
}

/** The author and time of the present version of each of some objects. */
export async function selectAuthors(
  db: Db,
  siteId: number,
  kind: Kind,
  ids: readonly number[],
): Promise<Map<number, Pick<VersionRow, 'version' | 'at' | 'actor'>>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('object_version')
    .distinctOn('object_id')
    .select(['object_id', 'version', 'at', 'actor'])
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('object_id', 'in', ids.map(String))
    .orderBy('object_id')
    .orderBy('version', 'desc')
    .execute();
  return new Map(rows.map(({ object_id, ...row }) => [Number(object_id), row]));
}

/** Forgets what a deleted object was. */
export async function deleteVersions(db: Db, siteId: number, kind: Kind, id: number) {
  await db
    .deleteFrom('object_version')
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('object_id', '=', String(id))
    .execute();
}
