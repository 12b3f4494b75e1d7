// Rows of teammates as a provider knows them: found by issuer and subject, linked by address.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';
import type { Identity } from './claims.ts';
import type { MappedMembership } from './mapping.ts';

/** One sign-in of an identity at a time: the first makes what the second finds. */
export async function lockIdentity(tx: Db, { issuer, subject }: Identity): Promise<void> {
  const name = `attune identity ${issuer} ${subject}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** The teammate of an identity. */
export async function selectLinked(
  db: Db,
  { issuer, subject }: Identity,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('teammate_account')
    .select('teammate_id')
    .where('provider_id', '=', issuer)
    .where('account_id', '=', subject)
    .executeTakeFirst();
  return row?.teammate_id;
}

/** Teammates of an address, the oldest first: whether the issuer knows them as somebody already. */
export async function selectByAddress(
  db: Db,
  email: string,
  issuer: string,
): Promise<{ id: string; isLinked: boolean }[]> {
  const rows = await db
    .selectFrom('teammate')
    .select('teammate.id')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('teammate_account')
          .select('teammate_account.id')
          .whereRef('teammate_account.teammate_id', '=', 'teammate.id')
          .where('teammate_account.provider_id', '=', issuer),
      ).as('linked'),
    )
    .where('teammate.email', '=', email)
    .orderBy('teammate.created_at')
    .orderBy('teammate.id')
    .forUpdate()
    .execute();
  return rows.map(({ id, linked }) => ({ id, isLinked: Boolean(linked) }));
}

/** Ties a teammate to an identity. */
export async function insertLink(
  db: Db,
  teammateId: string,
  { issuer, subject }: Identity,
  at: Date,
): Promise<void> {
  await db
    .insertInto('teammate_account')
    .values({
      id: randomBytes(12).toString('hex'),
      ...{ teammate_id: teammateId, provider_id: issuer, account_id: subject },
      ...{ created_at: at, updated_at: at },
    })
    .execute();
}

/** Ends each way to sign in that a teammate had; the sessions are the caller's to end. */
export async function deleteWaysIn(db: Db, teammateId: string): Promise<void> {
  await db.deleteFrom('teammate_account').where('teammate_id', '=', teammateId).execute();
}

/** Makes one teammate of several: what each site gave to the address, the first one has. */
export async function uniteTeammates(db: Db, id: string, others: readonly string[]): Promise<void> {
  if (others.length === 0) return;
  await db
    .updateTable('membership')
    .set({ teammate_id: id })
    .where('teammate_id', 'in', others)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('membership as own')
            .select('own.site_id')
            .where('own.teammate_id', '=', id)
            .whereRef('own.site_id', '=', 'membership.site_id'),
        ),
      ),
    )
    .execute();
  await db.deleteFrom('teammate').where('id', 'in', others).execute();
}

/** What the provider says of a teammate now. */
export async function updateTeammate(
  db: Db,
  id: string,
  { name, email }: { readonly name: string; readonly email: string },
  at: Date,
): Promise<void> {
  await db
    .updateTable('teammate')
    .set({ name, email, email_verified: true, updated_at: at })
    .where('id', '=', id)
    .execute();
}

/** Memberships of some teammates, and who gave them. */
export async function selectMapped(
  db: Db,
  teammateIds: readonly string[],
): Promise<MappedMembership[]> {
  const rows = await db
    .selectFrom('membership')
    .select(['site_id', 'role', 'code_editing', 'from_groups'])
    .where('teammate_id', '=', sql<string>`any(${teammateIds})`)
    .orderBy('site_id')
    .execute();
  return rows.map((row) => ({
    ...{ siteId: row.site_id, role: row.role },
    ...{ codeEditing: row.code_editing, fromGroups: row.from_groups },
  }));
}

/** Sites on which another teammate has an address. */
export async function selectSitesOfOthers(db: Db, id: string, email: string): Promise<number[]> {
  const rows = await db
    .selectFrom('membership')
    .innerJoin('teammate', 'teammate.id', 'membership.teammate_id')
    .select('membership.site_id')
    .where('teammate.email', '=', email)
    .where('teammate.id', '<>', id)
    .execute();
  return rows.map(({ site_id }) => site_id);
}

/** Is somebody of this address invited to a site? */
export async function isInvited(db: Db, email: string, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom('invitation')
    .select('id')
    .where('email', '=', email)
    .where('expires_at', '>', at)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
