// Stored profiles, a text each, and the site's own totals.
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import { notifyUserChanges } from '../../../db/user-changes.ts';

/** The stored texts of users of any sites; users without one are left out. */
export async function selectStates(
  db: Db,
  users: readonly { readonly siteId: number; readonly id: string }[],
): Promise<{ siteId: number; id: string; state: string }[]> {
  const { rows } = await sql<{ siteId: number; id: string; state: string }>`
    select site_id as "siteId", user_id as id, state
    from unnest(${users.map(({ siteId }) => siteId)}::int[],
                ${users.map(({ id }) => id)}::bigint[]) as wanted (site_id, user_id)
    join profile using (site_id, user_id)`.execute(db);
  return rows;
}

/** The stored texts of some users' profiles; users without one are left out. */
export async function selectProfiles(
  db: Db,
  siteId: number,
  userIds: readonly string[],
): Promise<{ userId: string; state: string }[]> {
  const rows = await db
    .selectFrom('profile')
    .select(['user_id', 'state'])
    .where('site_id', '=', siteId)
    .where('user_id', 'in', [...userIds])
    .execute();
  return rows.map(({ user_id, state }) => ({ userId: user_id, state }));
}

/** Those of some users who have a profile. */
export async function selectHavingProfile(
  db: Db,
  siteId: number,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const { rows } = await sql<{ user_id: string }>`
    select user_id from profile
    where site_id = ${siteId} and user_id = any(${userIds}::bigint[])`.execute(db);
  return new Set(rows.map(({ user_id }) => user_id));
}

/**
 * Locks some users' profiles for a change, making empty ones where there are none: always in the
 * order of ids, so that two workers cannot wait for one another.
 */
export async function lockProfiles(
  db: Db,
  siteId: number,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const { size } = new Set(userIds);
  for (;;) {
    await sql`
      insert into profile (site_id, user_id, state)
      select ${siteId}, id, '' from unnest(${userIds}::bigint[]) as id order by id
      on conflict do nothing`.execute(db);
    const { rows } = await sql<{ user_id: string; state: string }>`
      select user_id, state from profile
      where site_id = ${siteId} and user_id = any(${userIds}::bigint[])
      order by user_id for update`.execute(db);
    // One that was there may have been deleted before it was locked: what is folded would be lost.
    if (rows.length === size) return new Map(rows.map((row) => [row.user_id, row.state]));
  }
}

/** Locks those of some users' profiles that there are, in the order of ids. */
export async function lockStoredProfiles(
  tx: Db,
  siteId: number,
  userIds: readonly string[],
): Promise<{ userId: string; state: string }[]> {
  const { rows } = await sql<{ userId: string; state: string }>`
    select user_id as "userId", state from profile
    where site_id = ${siteId} and user_id = any(${userIds}::bigint[])
    order by user_id for update`.execute(tx);
  return rows;
}

/** Writes the texts of profiles that the transaction has locked. */
export async function updateProfiles(
  db: Db,
  siteId: number,
  profiles: readonly (readonly [userId: string, state: string])[],
): Promise<void> {
  await sql`
    update profile set state = fresh.state
    from unnest(${profiles.map(([userId]) => userId)}::bigint[],
                ${profiles.map(([, state]) => state)}::text[]) as fresh (user_id, state)
    where profile.site_id = ${siteId} and profile.user_id = fresh.user_id`.execute(db);
  await notifyUserChanges(
    db,
    siteId,
    profiles.map(([userId]) => userId),
  );
}

/** Deletes some users' profiles. */
export async function deleteProfiles(
  db: Db,
  siteId: number,
  userIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('profile')
    .where('site_id', '=', siteId)
    .where('user_id', 'in', [...userIds])
    .execute();
  await notifyUserChanges(db, siteId, userIds);
}

/** A page of a site's profiles after a user id, by id: for what reads all of them. */
export async function selectProfilePage(
  db: Db,
  siteId: number,
  after: string | undefined,
  limit: number,
): Promise<{ userId: string; state: string }[]> {
  let query = db
    .selectFrom('profile')
    .select(['user_id', 'state'])
    .where('site_id', '=', siteId)
    .orderBy('user_id')
    .limit(limit);
  if (after !== undefined) query = query.where('user_id', '>', after);
  const rows = await query.execute();
  return rows.map(({ user_id, state }) => ({ userId: user_id, state }));
}

/**
 * A page of the ids of a site's users after one, by id: of those who have a profile and of those
 * who have events and should have one.
 */
export async function selectUserPage(
  db: Db,
  siteId: number,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const behind = after === undefined ? sql`` : sql`and user_id > ${after}`;
  const { rows } = await sql<{ user_id: string }>`
    (select distinct user_id from event
     where site_id = ${siteId} ${behind} order by user_id limit ${limit})
    union
    (select user_id from profile
     where site_id = ${siteId} ${behind} order by user_id limit ${limit})
    order by user_id limit ${limit}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Takes the right to renew a site's totals until the transaction ends; false: another has it. */
export async function tryLockTotals(db: Db, siteId: number): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('attune affinity totals'), ${siteId}) as taken
  `.execute(db);
  return rows[0]?.taken === true;
}

/** The site's totals as they were last computed, in the normaliser's encoding. */
export async function selectTotals(db: Db, siteId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('affinity_total')
    .select('totals')
    .where('site_id', '=', siteId)
    .executeTakeFirst();
  return row?.totals;
}

/** Number and time of the last totals. */
export async function selectTotalsState(
  db: Db,
  siteId: number,
): Promise<{ number: number; computedAt: Date } | undefined> {
  const row = await db
    .selectFrom('affinity_total')
    .select(['number', 'computed_at'])
    .where('site_id', '=', siteId)
    .executeTakeFirst();
  return row && { number: row.number, computedAt: row.computed_at };
}

/** Replaces the site's totals. */
export async function upsertTotals(
  db: Db,
  siteId: number,
  totals: { number: number; day: string; computedAt: Date; text: string },
): Promise<void> {
  const { number, day, computedAt: computed_at, text } = totals;
  await db
    .insertInto('affinity_total')
    .values({ site_id: siteId, number, day, computed_at, totals: text })
    .onConflict((conflict) =>
      conflict.column('site_id').doUpdateSet({ number, day, computed_at, totals: text }),
    )
    .execute();
}

/** Notes that a site's totals were computed anew, and are what they were; false: there are none. */
export async function touchTotals(db: Db, siteId: number, computedAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('affinity_total')
    .set({ computed_at: computedAt })
    .where('site_id', '=', siteId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A user whose profile is to be made again from the log: what it holds of it has left it. */
export interface StaleProfile {
  readonly siteId: number;
  readonly userId: string;
  /** Higher each time that the user is noted. */
  readonly number: string;
}

/** Notes users, in the transaction that takes something of them out of the log. */
export async function markStale(db: Db, siteId: number, userIds: readonly string[]): Promise<void> {
  await sql`
    insert into stale_profile (site_id, user_id)
    select ${siteId}, id from unnest(${userIds}::bigint[]) as id order by id
    on conflict (site_id, user_id) do update set number = default`.execute(db);
}

/** Some of those that were noted, in no order: none keeps others waiting. */
export async function selectStale(db: Db, most: number): Promise<StaleProfile[]> {
  const { rows } = await sql<StaleProfile>`
    select site_id as "siteId", user_id as "userId", number from stale_profile
    order by random() limit ${most}`.execute(db);
  return rows;
}

/** Forgets that a user was noted, unless they were noted again since. */
export async function forgetStale(db: Db, { siteId, number }: StaleProfile): Promise<void> {
  await sql`
    delete from stale_profile
    where site_id = ${siteId} and number = ${number}`.execute(db);
}

/** Forgets users of a site who have no profile any more. */
export async function deleteStaleOf(
  db: Db,
  siteId: number,
  userIds: readonly string[],
): Promise<void> {
  await sql`
    delete from stale_profile
    where site_id = ${siteId} and user_id = any(${userIds}::bigint[])`.execute(db);
}
