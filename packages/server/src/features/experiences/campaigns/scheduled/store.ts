// The table of publications that are to come: one a campaign, of a version, at a time.
import type { Db } from '../../../../db/schema.ts';

/** A version that is to be published at a time. */
export interface ScheduledPublication {
  readonly campaignId: number;
  readonly version: number;
  readonly at: Date;
  readonly actor: string;
  /** Why it was not published when its time came. */
  readonly refused: string | null;
}

/** A publication that is to come, and the site. */
interface DuePublication extends ScheduledPublication {
  readonly siteId: number;
}

const columns = ['campaign_id', 'version', 'at', 'actor', 'refused'] as const;

/** What is scheduled on a site. */
export async function selectScheduled(db: Db, siteId: number): Promise<ScheduledPublication[]> {
  const rows = await db
    .selectFrom('scheduled_publication')
    .select(columns)
    .where('site_id', '=', siteId)
    .execute();
  return rows.map(({ campaign_id, ...row }) => ({ ...row, campaignId: Number(campaign_id) }));
}

/** What is due on any site, the earliest first. */
export async function selectDue(db: Db, now: Date): Promise<DuePublication[]> {
  const rows = await db
    .selectFrom('scheduled_publication')
    .select(['site_id', ...columns])
    .where('at', '<=', now)
    .where('refused', 'is', null)
    .orderBy('at')
    .orderBy('campaign_id')
    .execute();
  return rows.map(({ site_id, campaign_id, ...row }) => ({
    ...{ ...row, siteId: site_id, campaignId: Number(campaign_id) },
  }));
}

/** Schedules a publication in the place of an earlier one. */
export async function upsertScheduled(
  db: Db,
  siteId: number,
  { campaignId, version, at, actor, refused }: ScheduledPublication,
): Promise<void> {
  const written = { version, at, actor, refused };
  await db
    .insertInto('scheduled_publication')
    .values({ site_id: siteId, campaign_id: campaignId, ...written })
    .onConflict((conflict) => conflict.columns(['site_id', 'campaign_id']).doUpdateSet(written))
    .execute();
}

/** Forgets what was scheduled of a campaign; false where nothing was. */
export async function deleteScheduled(
  db: Db,
  siteId: number,
  campaignId: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('scheduled_publication')
    .where('site_id', '=', siteId)
    .where('campaign_id', '=', String(campaignId))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
