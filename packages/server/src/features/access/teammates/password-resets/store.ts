// Rows of forgotten passwords: requests that wait for a mail, and links that were mailed.
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';

/** What every request that waits is found by; it is the hash of no token. */
const waiting = 'password reset requested';

/**
 * Keeps a request for a mail, in place of an earlier one that still waits. It does the same for
 * every address, known or not.
 */
export async function insertRequest(
  db: Db,
  email: string,
  { at, expiresAt }: { readonly at: Date; readonly expiresAt: Date },
): Promise<void> {
  const values = { identifier: waiting, value: email, expires_at: expiresAt };
  const times = { created_at: at, updated_at: at };
  await db
    .insertInto('teammate_verification')
    .values({ id: `${waiting} for ${email}`, ...values, ...times })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ expires_at: expiresAt }))
    .execute();
}

/** Takes the request that waits longest, and gives its address; others take others meanwhile. */
export async function takeRequest(tx: Db): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`
    delete from teammate_verification where id = (
      select id from teammate_verification where identifier = ${waiting}
      order by created_at, id limit 1 for update skip locked)
    returning value`.execute(tx);
  return rows[0]?.value;
}

/** A teammate of an address. */
export interface Addressee {
  readonly id: string;
  readonly hasPassword: boolean;
}

/** Every teammate of an address, the oldest first. */
export async function selectAddressees(db: Db, email: string): Promise<Addressee[]> {
  const rows = await db
    .selectFrom('teammate')
    .leftJoin('teammate_account', (join) =>
      join.onRef('teammate_account.id', '=', 'teammate.id').on('password', 'is not', null),
    )
    .select(['teammate.id', 'teammate_account.id as account'])
    .where('teammate.email', '=', email)
    .orderBy('teammate.created_at')
    .orderBy('teammate.id')
    .execute();
  return rows.map(({ id, account }) => ({ id, hasPassword: account !== null }));
}

/** Keeps the hash of a teammate's link; an earlier link is void by that. */
export async function upsertLink(
  tx: Db,
  teammateId: string,
  link: { readonly hash: string; readonly at: Date; readonly expiresAt: Date },
): Promise<void> {
  const { hash, at, expiresAt } = link;
  const made = { identifier: hash, expires_at: expiresAt, created_at: at, updated_at: at };
  await tx
    .insertInto('teammate_verification')
    // Found by its value, it ends with the teammate's sessions and with a change of the password.
    .values({ id: `password reset of ${teammateId}`, value: teammateId, ...made })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(made))
    .execute();
}

/** A teammate whose link it is, who has a password. */
export interface LinkRow {
  readonly teammateId: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
}

/** Whose link it is, by the hash of its token; undefined where it is void. */
export async function selectLink(db: Db, hash: string, at: Date): Promise<LinkRow | undefined> {
  const row = await db
    .selectFrom('teammate_verification')
    .innerJoin('teammate', 'teammate.id', 'teammate_verification.value')
    .innerJoin('teammate_account', 'teammate_account.id', 'teammate.id')
    .select(['teammate.id', 'teammate.name', 'teammate.email', 'teammate_account.password'])
    .where('teammate_verification.identifier', '=', hash)
    .where('teammate_verification.expires_at', '>', at)
    .executeTakeFirst();
  if (row?.password === undefined || row.password === null) return undefined;
  const { id: teammateId, name, email, password: passwordHash } = row;
  return { teammateId, name, email, passwordHash };
}
