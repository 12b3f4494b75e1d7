// Erasures that were asked for, until they are done.
import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

export interface Erasure {
  readonly siteId: number;
  readonly id: string;
  readonly type: string;
  readonly value: string;
  /** What was accepted before the request has ids up to this one. */
  readonly inboxId: string;
}

/** Notes an erasure; it is done by a worker. */
export async function insertErasure(db: Db, erasure: Erasure, at: Date): Promise<void> {
  await db
    .insertInto('erasure')
    .values({
      site_id: erasure.siteId,
      id: erasure.id,
      requested_at: at,
      inbox_id: erasure.inboxId,
      type: erasure.type,
      value: erasure.value,
    })
    .execute();
}

/**
 * Some erasures that can be done now, since nothing that they wait for is in the inbox: the oldest
 * of every site, then the second of each, so that no site's keep another's from being done.
 */
export async function selectDueErasures(db: Db): Promise<Erasure[]> {
  const { rows } = await sql<Erasure>`
    select site_id as "siteId", id, coalesce(type, '') as type, coalesce(value, '') as value,
           inbox_id as "inboxId"
    from erasure
    where done_at is null and not exists (
      select from inbox where inbox.site_id = erasure.site_id and inbox.id <= erasure.inbox_id)
    order by row_number() over (partition by site_id order by requested_at), requested_at
    limit 100`.execute(db);
  return rows;
}

/** Is an erasure done? */
export async function selectErasureIsDone(db: Db, siteId: number, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from erasure
    where site_id = ${siteId} and id = ${id} and done_at is not null`.execute(db);
  return rows.length === 1;
}

/** Locks an erasure for its doing; false when another worker has it, or has done it. */
export async function lockErasure(db: Db, siteId: number, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from erasure where site_id = ${siteId} and id = ${id} and done_at is null
    for update skip locked`.execute(db);
  return rows.length === 1;
}

/** An erasure is done: the name of the person goes with it. */
export async function finishErasure(db: Db, siteId: number, id: string, at: Date): Promise<void> {
  await db
    .updateTable('erasure')
    .set({ done_at: at, type: null, value: null })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute();
}
