// Computed weights of experiences, with every earlier computation.
import type { DynamicWeights } from '@attune/core';
import { sql } from 'kysely';
import { logStart } from '../../../db/log-start.ts';
import type { Db } from '../../../db/schema.ts';

export interface ExperienceWeights extends DynamicWeights {
  readonly campaignId: number;
  readonly experienceId: number;
}

/** The newest weights of each experience of a site, by experience id. */
export async function selectDynamicWeights(db: Db, siteId: number): Promise<ExperienceWeights[]> {
  return selectDynamicWeightsAt(db, siteId, Number.MAX_SAFE_INTEGER);
}

/** The weights that each experience of a site had at a revision, by experience id. */
export async function selectDynamicWeightsAt(
  db: Db,
  siteId: number,
  revision: number,
): Promise<ExperienceWeights[]> {
  const rows = await db
    .selectFrom('dynamic_weights')
    .distinctOn(['campaign_id', 'experience_id'])
    .select(['campaign_id', 'experience_id', 'version', 'computed_at', 'weights'])
    .where('site_id', '=', siteId)
    .where('site_revision', '<=', String(revision))
    .orderBy('campaign_id')
    .orderBy('experience_id')
    .orderBy('version', 'desc')
    .execute();
  return rows
    .map((row) => ({
      campaignId: Number(row.campaign_id),
      experienceId: Number(row.experience_id),
      version: row.version,
      computedAt: row.computed_at.getTime(),
      weights: JSON.parse(row.weights) as Record<string, number>,
    }))
    .sort((one, other) => one.experienceId - other.experienceId);
}

/**
 * Writes newly computed weights of an experience, within a `changeSite` whose revision is given;
 * their version: above the last one's, and above `allocationVersion` (the definition's), so that no
 * version of an experience means two things.
 */
export async function insertDynamicWeights(
  tx: Db,
  siteId: number,
  computed: Omit<ExperienceWeights, 'version'> & { allocationVersion: number },
  revision: number,
): Promise<number> {
  const { campaignId, experienceId, computedAt, weights, allocationVersion } = computed;
  const { rows } = await sql<{ version: number }>`
    insert into dynamic_weights
      (site_id, campaign_id, experience_id, version, computed_at, weights, site_revision)
    select ${siteId}::integer, ${campaignId}::bigint, ${experienceId}::bigint,
           greatest(coalesce(max(version), 0), ${allocationVersion}::integer) + 1,
           ${new Date(computedAt)}::timestamptz, ${JSON.stringify(weights)}::text,
           ${revision}::bigint
    from dynamic_weights
    where site_id = ${siteId} and campaign_id = ${campaignId} and experience_id = ${experienceId}
    returning version`.execute(tx);
  return rows[0]!.version;
}

/** An hour's work at most: what is left is forgotten an hour later. */
const mostSteps = 100;

/**
 * Forgets weights that no decision of the log was made with: those that were replaced more than a
 * day before it begins, since a node may learn of new weights a little later. The last ones of an
 * experience stay, whatever their age. Goes in steps, so that nothing waits for rows or space.
 */
export async function forgetOldWeights(db: Db, stepRows = 5_000): Promise<void> {
  for (let step = 0; step < mostSteps; step += 1) {
    const { numAffectedRows } = await sql`
      with replaced as (
        select site_id, campaign_id, experience_id, max(version) as by from dynamic_weights
        where computed_at < ${logStart} - interval '1 day'
        group by site_id, campaign_id, experience_id),
      old as (
        select site_id, campaign_id, experience_id, version
        from dynamic_weights join replaced using (site_id, campaign_id, experience_id)
        where version < replaced.by limit ${stepRows}::integer)
      delete from dynamic_weights using old
      where dynamic_weights.site_id = old.site_id
        and dynamic_weights.campaign_id = old.campaign_id
        and dynamic_weights.experience_id = old.experience_id
        and dynamic_weights.version = old.version`.execute(db);
    if ((numAffectedRows ?? 0n) < BigInt(stepRows)) return;
  }
}
