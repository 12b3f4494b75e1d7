// Rows of passwords. Several teammates may have one address, each invited by another site: none of
// them owns it.
import type { Db } from '../../../../db/schema.ts';

/** What a teammate proves by a password that it is them. */
export interface PasswordRow {
  readonly teammateId: string;
  readonly hash: string;
}

/** As better-auth calls the account that has a password. */
const provider = 'credential';

/** The passwords of an address, in lower case: one for each teammate of it, the oldest first. */
export async function selectPasswords(db: Db, email: string): Promise<PasswordRow[]> {
  const rows = await db
    .selectFrom('teammate_account')
    .innerJoin('teammate', 'teammate.id', 'teammate_account.teammate_id')
    .select(['teammate_account.password', 'teammate.id'])
    .where('teammate.email', '=', email)
    .where('teammate_account.provider_id', '=', provider)
    .orderBy('teammate.created_at')
    .orderBy('teammate.id')
    .execute();
  return rows.flatMap(({ id, password }) =>
    password === null ? [] : { teammateId: id, hash: password },
  );
}

/** The hash of a teammate's password; undefined where they have none. */
export async function selectHash(db: Db, teammateId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('teammate_account')
    .select('password')
    .where('teammate_id', '=', teammateId)
    .where('provider_id', '=', provider)
    .executeTakeFirst();
  return row?.password ?? undefined;
}

/** Gives a teammate a password, in place of an earlier one. */
export async function upsertHash(
  db: Db,
  teammateId: string,
  password: string,
  at: Date,
): Promise<void> {
  await db
    .insertInto('teammate_account')
    .values({
      ...{ id: teammateId, teammate_id: teammateId, provider_id: provider, password },
      ...{ account_id: teammateId, created_at: at, updated_at: at },
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ password, updated_at: at }))
    .execute();
}
