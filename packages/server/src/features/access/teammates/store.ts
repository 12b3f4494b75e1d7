// Rows of teammates, of their sessions, and of what they may do on which site.
import type { Membership } from '@attune/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import { acrossSites } from '../../../tenant-guard.ts';

export interface TeammateRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly hasSecondFactor: boolean;
}

/** A teammate in a site's list. */
export interface MemberRow extends TeammateRow, Membership {
  readonly fromGroups: boolean;
  readonly lastSeenAt: Date | null;
}

/** What a teammate may do on a site; undefined without a membership there. */
export async function selectMembership(
  db: Db,
  siteId: number,
  teammateId: string,
): Promise<Membership | undefined> {
  const row = await db
    .selectFrom('membership')
    .select(['role', 'code_editing'])
    .where('site_id', '=', siteId)
    .where('teammate_id', '=', teammateId)
    .executeTakeFirst();
  return row && { role: row.role, codeEditing: row.code_editing };
}

/** A teammate's sites, by id, with what they may do on each. */
export async function selectMemberships(
  db: Db,
  teammateId: string,
): Promise<(Membership & { siteId: number })[]> {
  const rows = await db
    .selectFrom('membership')
    .select(['site_id', 'role', 'code_editing'])
    .where('teammate_id', '=', teammateId)
    .orderBy('site_id')
    .execute();
  return rows.map((row) => ({
    siteId: row.site_id,
    role: row.role,
    codeEditing: row.code_editing,
  }));
}

/** A site's teammates, by name. */
export async function selectMembers(db: Db, siteId: number): Promise<MemberRow[]> {
  const rows = await db
    .selectFrom('membership')
    .innerJoin('teammate', 'teammate.id', 'membership.teammate_id')
    .where('membership.site_id', '=', siteId)
    .select(['teammate.id', 'teammate.name', 'teammate.email', 'teammate.two_factor_enabled'])
    .select(['membership.role', 'membership.code_editing', 'membership.from_groups'])
    .select(
      sql<Date | null>`(
        select max(updated_at) from teammate_session where teammate_id = teammate.id)`.as('seen'),
    )
    .orderBy('teammate.name')
    .orderBy('teammate.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    hasSecondFactor: row.two_factor_enabled,
    role: row.role,
    codeEditing: row.code_editing,
    fromGroups: row.from_groups,
    lastSeenAt: row.seen,
  }));
}

/**
 * Makes somebody a teammate of a site, or changes what they may do there. What groups gave they
 * take again, until an Admin gives it.
 */
export async function upsertMembership(
  db: Db,
  siteId: number,
  teammateId: string,
  { role, codeEditing, fromGroups = false }: Membership & { readonly fromGroups?: boolean },
  at: Date,
): Promise<void> {
  const given = { role, code_editing: codeEditing, from_groups: fromGroups };
  await db
    .insertInto('membership')
    .values({ site_id: siteId, teammate_id: teammateId, ...given, created_at: at })
    .onConflict((conflict) => conflict.columns(['site_id', 'teammate_id']).doUpdateSet(given))
    .execute();
}

/** Takes a teammate from a site. */
export async function deleteMembership(db: Db, siteId: number, teammateId: string): Promise<void> {
  await db
    .deleteFrom('membership')
    .where('site_id', '=', siteId)
    .where('teammate_id', '=', teammateId)
    .execute();
}

/** Is a teammate of further sites? */
export async function hasOtherSites(db: Db, siteId: number, teammateId: string): Promise<boolean> {
  const memberships = await acrossSites(() => selectMemberships(db, teammateId));
  return memberships.some((one) => one.siteId !== siteId);
}

/** Is there any teammate at all? */
export async function hasTeammates(db: Db): Promise<boolean> {
  return (await db.selectFrom('teammate').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Inserts a teammate, who has no way to sign in yet. */
export async function insertTeammate(
  db: Db,
  { id, name, email }: Omit<TeammateRow, 'hasSecondFactor'>,
  at: Date,
): Promise<void> {
  const times = { created_at: at, updated_at: at };
  await db
    .insertInto('teammate')
    .values({ id, name, email, email_verified: false, ...times })
    .execute();
}

/**
 * Deletes a teammate who is on no site any more, with every way to sign in. False where there is a
 * site left.
 */
export async function deleteIfOfNoSite(db: Db, id: string): Promise<boolean> {
  // A teammate who joins a site at this moment is seen by the next statement, or waits.
  await db.selectFrom('teammate').select('id').where('id', '=', id).forUpdate().execute();
  const ofNoSite = db
    .deleteFrom('teammate')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('membership').select('site_id').where('teammate_id', '=', id))),
    );
  const { numDeletedRows } = await acrossSites(() => ofNoSite.executeTakeFirst());
  return numDeletedRows > 0n;
}

/** Takes a teammate's second factor away. */
export async function deleteSecondFactor(db: Db, teammateId: string): Promise<void> {
  await db.deleteFrom('teammate_second_factor').where('teammate_id', '=', teammateId).execute();
  await db
    .updateTable('teammate')
    .set({ two_factor_enabled: false })
    .where('id', '=', teammateId)
    .execute();
}

/** Ends every session of a teammate, and those that are still without a second factor. */
export async function deleteSessions(db: Db, teammateId: string): Promise<void> {
  await db.deleteFrom('teammate_session').where('teammate_id', '=', teammateId).execute();
  await deleteChallenges(db, teammateId);
}

/** Ends the sessions of a teammate that are still without a second factor. */
async function deleteChallenges(db: Db, teammateId: string): Promise<void> {
  await db.deleteFrom('teammate_verification').where('value', '=', teammateId).execute();
}

/** Ends the sessions of a teammate but for one, and those that wait for a second factor. */
export async function deleteOtherSessions(db: Db, teammateId: string, id: string): Promise<void> {
  await db
    .deleteFrom('teammate_session')
    .where('teammate_id', '=', teammateId)
    .where('id', '<>', id)
    .execute();
  await deleteChallenges(db, teammateId);
}

/** Ends one session of a teammate. */
export async function deleteSession(db: Db, teammateId: string, id: string): Promise<void> {
  await db
    .deleteFrom('teammate_session')
    .where('teammate_id', '=', teammateId)
    .where('id', '=', id)
    .execute();
}

/** Forgets the sessions, of whomever, that ended by themselves before a time. */
export async function deleteEnded(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('teammate_session').where('expires_at', '<', before).execute();
  await db.deleteFrom('teammate_verification').where('expires_at', '<', before).execute();
}

/** When a session ends that began at the provider; undefined for others. */
export async function selectEndsAt(db: Db, sessionId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('teammate_session')
    .select('ends_at')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row?.ends_at ?? undefined;
}

/** Keeps what is to be proved by a time. */
export async function insertVerification(
  db: Db,
  { identifier, value, expiresAt }: { identifier: string; value: string; expiresAt: Date },
  at: Date,
): Promise<void> {
  const times = { expires_at: expiresAt, created_at: at, updated_at: at };
  await db
    .insertInto('teammate_verification')
    .values({ id: identifier, identifier, value, ...times })
    .execute();
}

/** Takes what was kept, once; undefined where it is not there, or its time is over. */
export async function takeVerification(
  db: Db,
  identifier: string,
  at: Date,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('teammate_verification')
    .where('identifier', '=', identifier)
    .where('expires_at', '>', at)
    .returning('value')
    .executeTakeFirst();
  return row?.value;
}

export interface SessionRow {
  readonly id: string;
  readonly userAgent: string;
  readonly address: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

/** A teammate's sessions that have not ended, the latest first. */
export async function selectSessions(db: Db, teammateId: string, at: Date): Promise<SessionRow[]> {
  const rows = await db
    .selectFrom('teammate_session')
    .select(['id', 'user_agent', 'ip_address', 'created_at', 'updated_at'])
    .where('teammate_id', '=', teammateId)
    .where('expires_at', '>', at)
    .orderBy('updated_at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    userAgent: row.user_agent ?? '',
    address: row.ip_address ?? '',
    createdAt: row.created_at,
    lastUsedAt: row.updated_at,
  }));
}

/** As many as can be good at one time, and some more. */
const codesKept = 5;

/** Notes a code of a second factor that was accepted; false when it had been before. */
export async function takeCode(db: Db, teammateId: string, code: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('teammate_second_factor')
    .set({ used_codes: sql`(array[${code}::text] || used_codes)[1:${sql.lit(codesKept)}]` })
    .where('teammate_id', '=', teammateId)
    .where(sql<boolean>`not ${code}::text = any(used_codes)`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
