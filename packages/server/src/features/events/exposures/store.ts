// The table of first exposures.
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

/** The first time that a user was given a variation, as far as the log has it. */
export interface FirstExposure {
  readonly campaignId: number;
  readonly experienceId: number;
  readonly userId: string;
  readonly variationId: number;
  /** 0: it was served. */
  readonly holdoutId: number;
  /** The assignment's key, '' where it sticks to none; then @ and the unit, where there is one. */
  readonly draw: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly eventId: string;
  readonly allocationVersion: number;
  readonly propensity: number;
  readonly isKept: boolean;
  readonly device: string | null;
  readonly browser: string | null;
  readonly isReturning: boolean | null;
  /** The device or the account that it counts for, where that is not the user. */
  readonly unitId: string | null;
}

/**
 * Writes exposures that are earlier than what is known, or new; each key once in `exposures`. What
 * is known already is looked up and not touched: most users are given the same again and again.
 */
export async function upsertExposures(
  db: Db,
  siteId: number,
  exposures: readonly FirstExposure[],
): Promise<void> {
  const column = <K extends keyof FirstExposure>(name: K) => exposures.map((one) => one[name]);
  await sql`
    insert into exposure
    select ${siteId}, made.*
    from unnest(
      ${column('campaignId')}::bigint[], ${column('experienceId')}::bigint[],
      ${column('userId')}::bigint[], ${column('variationId')}::bigint[],
      ${column('holdoutId')}::bigint[], ${column('draw')}::text[],
      ${exposures.map(({ time }) => new Date(time).toISOString())}::timestamptz[],
      ${column('eventId')}::text[], ${column('allocationVersion')}::integer[],
      ${column('propensity')}::double precision[], ${column('isKept')}::boolean[],
      ${column('device')}::text[], ${column('isReturning')}::boolean[],
      ${column('unitId')}::bigint[], ${column('browser')}::text[]
    ) as made (campaign_id, experience_id, user_id, variation_id, holdout_id, draw, time, event_id,
               allocation_version, propensity, is_kept, device, is_returning, unit_id, browser)
    left join lateral (
      select time, event_id from exposure
      where site_id = ${siteId} and campaign_id = made.campaign_id
        and experience_id = made.experience_id and user_id = made.user_id
        and variation_id = made.variation_id and holdout_id = made.holdout_id
        and draw = made.draw
      limit 1) as known on true
    where known.time is null or (made.time, made.event_id) < (known.time, known.event_id)
    order by campaign_id, experience_id, user_id, variation_id, holdout_id, draw
    on conflict (site_id, campaign_id, experience_id, user_id, variation_id, holdout_id,
                 draw)
    do update set
      time = excluded.time, event_id = excluded.event_id, propensity = excluded.propensity,
      allocation_version = excluded.allocation_version, is_kept = excluded.is_kept,
      device = excluded.device, is_returning = excluded.is_returning, browser = excluded.browser
    where (excluded.time, excluded.event_id) < (exposure.time, exposure.event_id)`.execute(db);
}

/** Users who were exposed on some devices, or in some accounts, that are not their own. */
export async function selectSharers(
  db: Db,
  siteId: number,
  unitIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from exposure
    where site_id = ${siteId} and unit_id = any(${unitIds}::bigint[])`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Forgets the exposures of some users, all or those from a time on. */
export async function deleteExposuresOf(
  db: Db,
  siteId: number,
  userIds: readonly string[],
  from?: Date,
): Promise<void> {
  const since = from ? sql`and time >= ${from}` : sql``;
  await sql`
    delete from exposure
    where site_id = ${siteId} and user_id = any(${userIds}::bigint[]) ${since}`.execute(db);
}

/** Forgets what others were exposed to on some devices. */
export async function deleteExposuresOn(
  db: Db,
  siteId: number,
  unitIds: readonly string[],
): Promise<void> {
  await sql`
    delete from exposure
    where site_id = ${siteId} and unit_id = any(${unitIds}::bigint[])`.execute(db);
}

/** Was anybody of a site exposed to a variation? */
export async function selectHasExposure(db: Db, siteId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from exposure where site_id = ${siteId}) as has`.execute(db);
  return rows[0]!.has;
}

/** Of an experience, so many users at either end of the ids: new users are anywhere, or last. */
const lookedAt = 1_000;

/** About when a user was last exposed for the first time; undefined: none was. */
export async function selectLastExposure(
  db: Db,
  siteId: number,
  campaignId: number,
  experienceIds: readonly number[],
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(time) as at
    from unnest(${experienceIds}::bigint[]) as experience (id)
    cross join lateral (
      (select time from exposure
       where site_id = ${siteId} and campaign_id = ${campaignId} and experience_id = experience.id
       order by user_id limit ${lookedAt})
      union all
      (select time from exposure
       where site_id = ${siteId} and campaign_id = ${campaignId} and experience_id = experience.id
       order by user_id desc limit ${lookedAt})
    ) as exposed`.execute(db);
  return rows[0]?.at ?? undefined;
}
