// Rows of API keys. A deleted key stays as a tombstone.
import type { Permission, Source } from '@attune/contract';
import { type Selectable, sql } from 'kysely';
import type { RateLimit } from '../../../buckets.ts';
import type { Db, Schema } from '../../../db/schema.ts';

export interface KeyRow {
  readonly id: number;
  readonly siteId: number;
  readonly name: string;
  readonly notes: string;
  readonly source: Source;
  readonly permissions: Permission[];
  readonly allowedOrigins: string[] | undefined;
  readonly expiresAt: Date | undefined;
  readonly rateLimit: RateLimit | undefined;
  /** Reads of profiles that are not there, a minute; undefined: the usual bound. */
  readonly profileMisses: number | undefined;
  /** Are requests in the names of the original API family read? */
  readonly compatibility: boolean;
  readonly createdAt: Date;
  /** SHA-256 of the value. */
  readonly hash: Buffer;
  /** The value under the master key, for Copy; undefined for a key shown once. */
  readonly sealedValue: Buffer | undefined;
  /** The value's beginning, by which people know it again. */
  readonly hint: string | undefined;
  /** The key that takes its place. */
  readonly successorId: number | undefined;
}

export type NewKey = Omit<KeyRow, 'id' | 'successorId'>;

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
      rate_limit: key.rateLimit?.perSecond ?? null,
      rate_burst: key.rateLimit?.burst ?? null,
      profile_misses: key.profileMisses ?? null,
      compatibility: key.compatibility,
      created_at: key.createdAt,
      hint: key.hint ?? null,
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
  return rows.map(keyOf);
}

/** A row of the table as a key. */
export function keyOf(row: Selectable<Schema['api_key']>): KeyRow {
  return {
    ...cachedKeyOf(row),
    notes: row.notes,
    createdAt: row.created_at,
    sealedValue: row.sealed_value ?? undefined,
    hint: row.hint ?? undefined,
    successorId: row.successor_id ?? undefined,
  };
}

interface LimitColumns {
  readonly rate_limit: number | null;
  readonly rate_burst: number | null;
  readonly profile_misses: number | null;
}

function limitsOf({ rate_limit: perSecond, rate_burst: burst, profile_misses }: LimitColumns) {
  return {
    rateLimit: perSecond === null ? undefined : { perSecond, burst: burst ?? perSecond },
    profileMisses: profile_misses ?? undefined,
  };
}

/** What a node holds of a key: enough to know its bearer by. */
export type CachedKey = Omit<
  KeyRow,
  'notes' | 'createdAt' | 'sealedValue' | 'hint' | 'successorId'
>;

/** The keys of some sites that are not deleted, oldest first. */
export async function selectCachedKeys(db: Db, siteIds: readonly number[]): Promise<CachedKey[]> {
  const rows = await db
    .selectFrom('api_key')
    .select(['id', 'site_id', 'name', 'source', 'permissions', 'allowed_origins'])
    .select(['expires_at', 'rate_limit', 'rate_burst', 'profile_misses', 'compatibility', 'hash'])
    .where('site_id', '=', sql<number>`any(${siteIds}::integer[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(cachedKeyOf);
}

type CachedColumns = Pick<
  Selectable<Schema['api_key']>,
  | 'id'
  | 'site_id'
  | 'name'
  | 'source'
  | 'permissions'
  | 'allowed_origins'
  | 'expires_at'
  | 'compatibility'
  | 'hash'
>;

function cachedKeyOf(row: CachedColumns & LimitColumns): CachedKey {
  return {
    id: row.id,
    siteId: row.site_id,
    name: row.name,
    source: row.source,
    permissions: row.permissions,
    allowedOrigins: row.allowed_origins ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    ...limitsOf(row),
    compatibility: row.compatibility,
    hash: row.hash,
  };
}

export interface ExpiringKey {
  readonly id: number;
  readonly name: string;
  readonly expiresAt: Date;
}

/** Keys of a site that expire within a span and have no successor, the next first. */
export async function selectExpiringKeys(
  db: Db,
  siteId: number,
  { from, to }: { readonly from: Date; readonly to: Date },
  limit: number,
): Promise<ExpiringKey[]> {
  const { rows } = await sql<ExpiringKey>`
    select id, name, expires_at as "expiresAt" from api_key
    where site_id = ${siteId} and deleted_at is null and successor_id is null
      and expires_at > ${from} and expires_at <= ${to}
    order by expires_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Has a site a key? */
export async function selectHasKey(db: Db, siteId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from api_key where site_id = ${siteId} and deleted_at is null) as has
  `.execute(db);
  return rows[0]!.has;
}

const oneKey = (db: Db, siteId: number, id: number) =>
  db
    .selectFrom('api_key')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null);

/** A key; undefined when there is none. */
export async function selectKey(db: Db, siteId: number, id: number): Promise<KeyRow | undefined> {
  const row = await oneKey(db, siteId, id).executeTakeFirst();
  return row && keyOf(row);
}

/** The same, locked until the transaction ends. */
export async function lockKey(tx: Db, siteId: number, id: number): Promise<KeyRow | undefined> {
  const row = await oneKey(tx, siteId, id).forUpdate().executeTakeFirst();
  return row && keyOf(row);
}

export interface Deletion {
  readonly deletedAt: Date;
  /** Of the site: nodes that have applied it refuse the key. */
  readonly revision: number;
}

/**
 * Deletes a key for good and forgets its copy, and that it was anybody's successor; the key as it
 * was, or undefined if unknown.
 */
export async function markKeyDeleted(
  db: Db,
  siteId: number,
  id: number,
  { deletedAt, revision }: Deletion,
): Promise<KeyRow | undefined> {
  const row = await db
    .updateTable('api_key')
    .set({ deleted_at: deletedAt, deleted_revision: revision, sealed_value: null })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  await db
    .updateTable('api_key')
    .set({ successor_id: null })
    .where('site_id', '=', siteId)
    .where('successor_id', '=', id)
    .execute();
  return row && keyOf(row);
}

/** What of a key can be changed. */
export type ChangeableKey = Pick<
  KeyRow,
  'name' | 'notes' | 'permissions' | 'allowedOrigins' | 'expiresAt' | 'rateLimit' | 'compatibility'
>;

/** Replaces what can be changed of a key. */
export async function updateKey(
  db: Db,
  siteId: number,
  id: number,
  { name, notes, permissions, allowedOrigins, expiresAt, rateLimit, compatibility }: ChangeableKey,
): Promise<void> {
  await db
    .updateTable('api_key')
    .set({
      ...{ name, notes, permissions, compatibility },
      allowed_origins: allowedOrigins ?? null,
      expires_at: expiresAt ?? null,
      rate_limit: rateLimit?.perSecond ?? null,
      rate_burst: rateLimit?.burst ?? null,
    })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute();
}

/** Says which key takes the place of another, and until when that one is good. */
export async function updateSuccessor(
  db: Db,
  siteId: number,
  id: number,
  successorId: number,
  expiresAt: Date,
): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ successor_id: successorId, expires_at: expiresAt })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute();
}

/** The moment by the database's clock. */
export async function selectDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`
    select date_trunc('milliseconds', clock_timestamp()) as now`.execute(db);
  return rows[0]!.now;
}

/** Which of some keys, by their hashes, are not deleted. */
export async function selectLiveKeys(
  db: Db,
  hashes: readonly Buffer[],
): Promise<{ siteId: number; id: number }[]> {
  const { rows } = await sql<{ siteId: number; id: number }>`
    select site_id as "siteId", id from api_key
    where hash = any(${hashes}::bytea[]) and deleted_at is null
    order by site_id, id`.execute(db);
  return rows;
}

/** How many keys have been deleted; it only grows. */
export async function countTombstones(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from api_key where deleted_at is not null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Every deleted key: its hash, and when. */
export async function selectTombstones(db: Db): Promise<{ hash: Buffer; at: Date }[]> {
  const { rows } = await sql<{ hash: Buffer; at: Date }>`
    select hash, deleted_at as at from api_key where deleted_at is not null`.execute(db);
  return rows;
}
