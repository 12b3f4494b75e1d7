// Who applies terms: one node at a time.
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

/** Takes the right to apply terms until the transaction ends; false: another node has it. */
export async function tryLockRetention(db: Db): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('attune retention')) as taken`.execute(db);
  return rows[0]?.taken === true;
}
