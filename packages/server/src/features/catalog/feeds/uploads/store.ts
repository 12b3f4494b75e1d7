// Files in waiting: a row each, and their bytes in parts. Any node may go on where another began.
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';
import type { FeedKey } from '../changes/feed-key.ts';

export type UploadState =
  | 'received'
  | 'checking'
  | 'checked'
  | 'publishing'
  | 'published'
  | 'failed';

export interface UploadKey extends FeedKey {
  readonly id: string;
}

export interface UploadRow {
  readonly id: string;
  readonly name: string;
  readonly actor: string;
  readonly at: Date;
  readonly touchedAt: Date;
  readonly state: UploadState;
  readonly bytes: number;
  /** JSON texts. */
  readonly reading: string | null;
  readonly detection: string | null;
  readonly progress: string | null;
  readonly findings: string | null;
  readonly problem: string | null;
}

const columns = [
  ...(['id', 'name', 'actor', 'at', 'touched_at as touchedAt', 'state', 'bytes'] as const),
  ...(['reading', 'detection', 'progress', 'findings', 'problem'] as const),
] as const;

type Changes = Partial<
  Pick<UploadRow, 'state' | 'reading' | 'detection' | 'progress' | 'findings' | 'problem'>
>;

/** Begins a file; its details follow. */
export async function insertUpload(
  db: Db,
  { siteId, feedId, id }: UploadKey,
  { name, actor, at }: Pick<UploadRow, 'name' | 'actor' | 'at'>,
): Promise<void> {
  await db
    .insertInto('feed_upload')
    .values({
      ...{ site_id: siteId, feed_id: feedId, id, name, actor, at, touched_at: at, bytes: 0 },
      state: 'received',
    })
    .execute();
}

/** Adds a part of a file behind the others. */
export async function insertPart(
  db: Db,
  { siteId, feedId, id }: UploadKey,
  { place, bytes, at }: { readonly place: number; readonly bytes: Buffer; readonly at: Date },
): Promise<void> {
  await db
    .insertInto('feed_upload_part')
    .values({ site_id: siteId, upload_id: id, place, bytes })
    .execute();
  await db
    .updateTable('feed_upload')
    .set(({ eb }) => ({ bytes: eb('bytes', '+', String(bytes.length)), touched_at: at }))
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .where('id', '=', id)
    .execute();
}

/** A part of a file; undefined behind the last. */
export async function selectPart(
  db: Db,
  { siteId, id }: UploadKey,
  place: number,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('feed_upload_part')
    .select('bytes')
    .where('site_id', '=', siteId)
    .where('upload_id', '=', id)
    .where('place', '=', place)
    .executeTakeFirst();
  return row?.bytes;
}

/** A feed's files, the newest first. */
export async function selectUploads(
  db: Db,
  { siteId, feedId }: FeedKey,
  id?: string,
): Promise<UploadRow[]> {
  let query = db
    .selectFrom('feed_upload')
    .select(columns)
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .orderBy('at', 'desc');
  if (id !== undefined) query = query.where('id', '=', id);
  return (await query.execute()).map((row) => ({ ...row, bytes: Number(row.bytes) }));
}

/** The first items of each feed of a site, as JSON texts: up to 20 of each, of up to 50 feeds. */
export async function selectItemSamples(
  db: Db,
  { siteId }: Pick<FeedKey, 'siteId'>,
): Promise<{ readonly feedId: string; readonly data: string }[]> {
  const { rows } = await sql<{ feedId: string; data: string }>`
    select feed.id as "feedId", item.data
    from (select id from feed where site_id = ${siteId} order by id limit 50) as feed
    cross join lateral (
      select data from item_version
      where site_id = ${siteId} and feed_id = feed.id and data is not null
      order by sku limit 20
    ) as item
    order by feed.id`.execute(db);
  return rows;
}

/** Changes a file's details; false where it is gone. */
export async function updateUpload(
  db: Db,
  { siteId, feedId, id }: UploadKey,
  changes: Changes,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('feed_upload')
    .set({ ...changes, touched_at: at })
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Claims a file for work, unless it is worked on and a worker has reported so since `heardSince`.
 */
export async function claimUpload(
  db: Db,
  { siteId, feedId, id }: UploadKey,
  changes: Changes,
  { at, heardSince }: { readonly at: Date; readonly heardSince: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('feed_upload')
    .set({ ...changes, touched_at: at })
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .where('id', '=', id)
    .where(({ or, eb }) =>
      or([eb('state', 'not in', ['checking', 'publishing']), eb('touched_at', '<', heardSince)]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Forgets a file with its bytes; false where it is gone already. */
export async function deleteUpload(db: Db, { siteId, feedId, id }: UploadKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('feed_upload')
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .where('id', '=', id)
    .executeTakeFirst();
  await deleteParts(db, { siteId, id });
  return numDeletedRows > 0n;
}

/** Forgets a file's bytes. */
export async function deleteParts(
  db: Db,
  { siteId, id }: Pick<UploadKey, 'siteId' | 'id'>,
): Promise<void> {
  await db
    .deleteFrom('feed_upload_part')
    .where('site_id', '=', siteId)
    .where('upload_id', '=', id)
    .execute();
}

/** Forgets files that were not touched since a time, and bytes without a file, of all sites. */
export async function deleteAbandoned(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('feed_upload').where('touched_at', '<', before).execute();
  await sql`
    delete from feed_upload_part part where not exists (
      select from feed_upload upload
      where upload.site_id = part.site_id and upload.id = part.upload_id
    )`.execute(db);
}
