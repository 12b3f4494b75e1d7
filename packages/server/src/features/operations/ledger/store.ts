// The lock for applying a ledger.
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

/** Lets one apply its ledger at a time, until its transaction ends. */
export async function lockLedgers(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('attune ledger'))`.execute(db);
}
