// Rows of first answers, and the lock that a request holds on its key while it is worked on.
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

export interface FirstAnswer {
  readonly key: string;
  /** SHA-256 of the request. */
  readonly request: Buffer;
  /** JSON text. */
  readonly answer: string;
  readonly at: Date;
}

/** Takes a key until the transaction ends; false when another transaction has it. */
export async function lockKey(db: Db, siteId: number, key: string): Promise<boolean> {
  const name = `attune idempotency ${siteId} ${key}`;
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`.execute(db);
  return rows[0]?.taken === true;
}

/** What was answered under a key, unless that was before `oldest`. */
export async function selectAnswer(
  db: Db,
  siteId: number,
  key: string,
  oldest: Date,
): Promise<FirstAnswer | undefined> {
  return db
    .selectFrom('idempotent_answer')
    .select(['key', 'request', 'answer', 'at'])
    .where('site_id', '=', siteId)
    .where('key', '=', key)
    .where('at', '>=', oldest)
    .executeTakeFirst();
}

/** Remembers an answer, in the place of one that is too old. */
export async function upsertAnswer(db: Db, siteId: number, first: FirstAnswer): Promise<void> {
  const { key, ...rest } = first;
  await db
    .insertInto('idempotent_answer')
    .values({ site_id: siteId, key, ...rest })
    .onConflict((conflict) => conflict.columns(['site_id', 'key']).doUpdateSet(rest))
    .execute();
}

/** Forgets what is older; rows that another transaction is forgetting are left to it. */
export async function deleteAnswers(db: Db, siteId: number, oldest: Date): Promise<void> {
  await sql`
    delete from idempotent_answer
    where site_id = ${siteId} and key in (
      select key from idempotent_answer
      where site_id = ${siteId} and at < ${oldest}
      limit 1000
      for update skip locked)`.execute(db);
}
