// Rows of signing keys.
import type { Db } from '../../../../db/schema.ts';

export interface SigningKeyRow {
  readonly id: number;
  /** Encrypted; null: derived from the site's salt. */
  readonly secret: Buffer | null;
  readonly activeAt: Date;
}

/** A site's signing keys, the newest first. */
export async function selectSigningKeys(db: Db, siteId: number): Promise<SigningKeyRow[]> {
  return db
    .selectFrom('signing_key')
    .select(['id', 'secret', 'active_at as activeAt'])
    .where('site_id', '=', siteId)
    .orderBy('active_at', 'desc')
    .execute();
}

/** Adds a signing key. */
export async function insertSigningKey(
  db: Db,
  siteId: number,
  { id, secret, activeAt }: SigningKeyRow,
): Promise<void> {
  const row = { site_id: siteId, id, secret, active_at: activeAt };
  await db.insertInto('signing_key').values(row).execute();
}

/** Removes a signing key. */
export async function deleteSigningKey(db: Db, siteId: number, id: number): Promise<void> {
  await db.deleteFrom('signing_key').where('site_id', '=', siteId).where('id', '=', id).execute();
}

/** Removes every signing key of a site but one. */
export async function deleteOtherSigningKeys(db: Db, siteId: number, id: number): Promise<void> {
  await db.deleteFrom('signing_key').where('site_id', '=', siteId).where('id', '<>', id).execute();
}
