// Rows of API keys. A deleted key stays as a tombstone.
import type { Permission, Source } from '@attune/contract';
import type { Db } from '../../db/schema.ts';

export interface KeyRow {
  readonly id: number;
  readonly siteId: number;
  readonly name: string;
  readonly notes: string;
  readonly source: Source;
  readonly permissions: Permission[];
  readonly allowedOrigins: string[] | undefined;
  readonly expiresAt: Date | undefined;
  readonly createdAt: Date;
  /** SHA-256 of the value. */
  readonly hash: Buffer;
}

export interface NewKey extends Omit<KeyRow, 'id'> {
  /** The value under the master key, for Copy; undefined for a key shown once. */
  readonly sealedValue: Buffer | undefined;
}

/** Inserts a key and returns its id. */
export async function insertKey(db: Db, key: NewKey): Promise<number> {
  const row = await db
    .insertInto('api_key')
    .values({
      site_id: key.siteId,
      name: key.name,
      notes: key.notes,
      source: key.source,
      permissions: key.permissions,
      hash: key.hash,
      sealed_value: key.sealedValue ?? null,
      allowed_origins: key.allowedOrigins ?? null,
      expires_at: key.expiresAt ?? null,
      created_at: key.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A site's keys that are not deleted, oldest first. */
export async function selectKeys(db: Db, siteId: number): Promise<KeyRow[]> {
  const rows = await db
    .selectFrom('api_key')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    siteId: row.site_id,
    name: row.name,
    notes: row.notes,
    source: row.source,
    permissions: row.permissions,
    allowedOrigins: row.allowed_origins ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    createdAt: row.created_at,
    hash: row.hash,
  }));
}

/** The sealed value of a key, where a copy is kept. */
export async function selectSealedValue(
  db: Db,
  siteId: number,
  id: number,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('api_key')
    .select('sealed_value')
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.sealed_value ?? undefined;
}

/** Deletes a key for good and forgets its copy; the name of the key, or undefined if unknown. */
export async function markKeyDeleted(
  db: Db,
  siteId: number,
  id: number,
  at: Date,
): Promise<string | undefined> {
  const row = await db
    .updateTable('api_key')
    .set({ deleted_at: at, sealed_value: null })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}
