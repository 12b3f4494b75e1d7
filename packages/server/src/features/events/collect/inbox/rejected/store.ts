// Entries of the inbox that were set aside, since no worker could read them.
import { sql } from 'kysely';
import type { Db } from '../../../../../db/schema.ts';
import { damagedStart, type WaitingRow } from '../store.ts';

/** Sets a row aside that could not be worked off, with the reason. */
export async function insertRejected(
  db: Db,
  row: Omit<WaitingRow, 'partition'>,
  at: Date,
  reason: string,
): Promise<void> {
  await db
    .insertInto('rejected_entry')
    .values({ site_id: row.siteId, at, entry: row.text, reason: reason.replaceAll('\0', '') })
    .execute();
}

/** The rows of a site that were set aside, the oldest first. */
export async function selectRejectedIds(db: Db, siteId: number): Promise<string[]> {
  const query = db.selectFrom('rejected_entry').select('id').where('site_id', '=', siteId);
  return (await query.orderBy('id').execute()).map(({ id }) => id);
}

/** A row that was set aside. */
export async function selectRejectedRow(
  db: Db,
  id: string,
): Promise<Omit<WaitingRow, 'partition'> | undefined> {
  const columns = ['id', 'site_id as siteId', 'entry as text'] as const;
  const query = db.selectFrom('rejected_entry').select(columns).where('id', '=', id);
  return query.forUpdate().executeTakeFirst();
}

/** A row is not set aside any more. */
export async function deleteRejectedRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('rejected_entry').where('id', '=', id).execute();
}

/** Deletes the rows of a site that were set aside before a time. */
export async function deleteRejectedBefore(db: Db, siteId: number, at: Date): Promise<void> {
  await sql`delete from rejected_entry where site_id = ${siteId} and at < ${at}`.execute(db);
}

/**
 * Deletes the rows set aside in which one of some texts stands as a JSON string, and the unreadable
 * ones.
 */
export async function deleteRejected(
  db: Db,
  siteId: number,
  texts: readonly string[],
): Promise<void> {
  await sql`
    delete from rejected_entry
    using unnest(${texts.map((text) => JSON.stringify(text))}::text[]) as quoted
    where site_id = ${siteId}
      and (strpos(entry, quoted) > 0 or starts_with(entry, ${damagedStart}))`.execute(db);
}
