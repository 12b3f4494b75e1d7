// What of campaigns is published, and what was published when.
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

export interface Publication {
  readonly campaignId: number;
  readonly status: 'live' | 'paused';
  /** The version of the draft that was published. */
  readonly version: number;
  /** JSON text of a CampaignDefinition. */
  readonly body: string;
}

/** Every publication of a site. */
export async function selectPublications(db: Db, siteId: number): Promise<Publication[]> {
  const rows = await publicationsOf(db, siteId).execute();
  return rows.map(({ campaign_id, ...rest }) => ({ campaignId: Number(campaign_id), ...rest }));
}

/** What is published of a campaign. */
export async function selectPublication(
  db: Db,
  siteId: number,
  campaignId: number,
): Promise<Publication | undefined> {
  const one = publicationsOf(db, siteId).where('campaign_id', '=', String(campaignId));
  const row = await one.executeTakeFirst();
  return row && { campaignId, status: row.status, version: row.version, body: row.body };
}

const publicationsOf = (db: Db, siteId: number) =>
  db
    .selectFrom('publication')
    .select(['campaign_id', 'status', 'version', 'body'])
    .where('site_id', '=', siteId);

/** What was ever published of a campaign, oldest first. */
export async function selectPublished(
  db: Db,
  siteId: number,
  campaignId: number,
): Promise<{ publishedAt: Date; body: string; version: number | null }[]> {
  const rows = await db
    .selectFrom('published_campaign')
    .select(['published_at', 'body', 'version'])
    .where('site_id', '=', siteId)
    .where('campaign_id', '=', String(campaignId))
    .orderBy('site_revision')
    .execute();
  return rows.map(({ published_at, ...rest }) => ({ ...rest, publishedAt: published_at }));
}

/**
 * Publishes a body, and keeps it under the revision that it came with; `isStep`: the same version,
 * to another share of the visitors.
 */
export async function upsertPublication(
  db: Db,
  siteId: number,
  publication: Publication,
  at: { revision: number; time: Date; actor: string; isStep?: boolean },
): Promise<void> {
  const { campaignId, status, version, body } = publication;
  await db
    .insertInto('publication')
    .values({ site_id: siteId, campaign_id: campaignId, status, version, body })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'campaign_id']).doUpdateSet({ status, version, body }),
    )
    .execute();
  await db
    .insertInto('published_campaign')
    .values({
      site_id: siteId,
      campaign_id: campaignId,
      site_revision: at.revision,
      published_at: at.time,
      body,
      version,
      actor: at.actor,
      is_step: at.isStep ?? false,
    })
    .execute();
}

/** Pauses a published campaign; false when it was never published. */
export async function pausePublication(
  db: Db,
  siteId: number,
  campaignId: number,
): Promise<boolean> {
  const row = await db
    .updateTable('publication')
    .set({ status: 'paused' })
    .where('site_id', '=', siteId)
    .where('campaign_id', '=', String(campaignId))
    .returning('campaign_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Withdraws a campaign; what was published when stays. */
export async function deletePublication(db: Db, siteId: number, campaignId: number): Promise<void> {
  await db
    .deleteFrom('publication')
    .where('site_id', '=', siteId)
    .where('campaign_id', '=', String(campaignId))
    .execute();
}

/** That a version was published. */
interface Publishing {
  readonly campaignId: number;
  readonly revision: number;
  readonly at: Date;
  /** Null: by a release that did not keep it. */
  readonly version: number | null;
  readonly actor: string | null;
  readonly number: number;
}

const publishing = ['campaign_id', 'site_revision', 'published_at', 'version', 'actor'] as const;

/** Of the versions that were published of a campaign, which one it was, from 1. */
const number = sql<number>`(
  dense_rank() over (partition by campaign_id order by coalesce(version, 0))
)::integer`.as('number');

/** The last time that each of some campaigns was published. */
export async function selectLastPublishings(
  db: Db,
  siteId: number,
  ids: readonly number[],
): Promise<Publishing[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('published_campaign')
    .distinctOn('campaign_id')
    .select([...publishing, number])
    .where('site_id', '=', siteId)
    .where('campaign_id', 'in', ids.map(String))
    .where('is_step', '=', false)
    .orderBy('campaign_id')
    .orderBy('site_revision', 'desc')
    .execute();
  return rows.map(toPublishing);
}

/** Every time that a campaign was published, the latest first. */
export async function selectPublishings(
  db: Db,
  siteId: number,
  campaignId: number,
): Promise<Publishing[]> {
  const rows = await db
    .selectFrom('published_campaign')
    .select([...publishing, number])
    .where('site_id', '=', siteId)
    .where('campaign_id', '=', String(campaignId))
    .where('is_step', '=', false)
    .orderBy('site_revision', 'desc')
    .limit(1_000)
    .execute();
  return rows.map(toPublishing);
}

interface Published {
  readonly campaign_id: string;
  readonly site_revision: string;
  readonly published_at: Date;
  readonly version: number | null;
  readonly actor: string | null;
  readonly number: number;
}

function toPublishing({ campaign_id, site_revision, published_at, ...rest }: Published) {
  return {
    ...{ campaignId: Number(campaign_id), revision: Number(site_revision), at: published_at },
    ...rest,
  };
}
