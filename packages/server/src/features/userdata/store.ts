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

/** Erasures that are not done, oldest first. */
export async function selectPendingErasures(db: Db): Promise<Erasure[]> {
  const rows = await db
    .selectFrom('erasure')
    .select(['site_id', 'id', 'type', 'value', 'inbox_id'])
    .where('done_at', 'is', null)
    .orderBy('requested_at')
    .limit(100)
    .execute();
  return rows.map(({ site_id, inbox_id, type, value, id }) => ({
    siteId: site_id,
    id,
    type: type ?? '',
    value: value ?? '',
    inboxId: inbox_id,
  }));
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
