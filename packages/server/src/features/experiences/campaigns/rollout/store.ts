// The table of rollouts: on which step each campaign is, and what its guardrails said last.
import type { Rollout, RolloutStep } from '@attune/core';
import type { Db } from '../../../../db/schema.ts';

/** A guardrail of a variation, as it was seen. */
export interface GuardrailSeen {
  readonly metric: number;
  readonly name: string;
  readonly experience: string;
  readonly variation: string;
  readonly change: number | null;
  /** Of the variation or the control, the fewer. */
  readonly users: number;
  readonly status: 'waiting' | 'ok' | 'breached';
}

export interface StoredRollout extends Rollout {
  readonly campaignId: number;
  readonly seed: string;
  /** The campaign's own. */
  readonly traffic: number;
  readonly steps: readonly RolloutStep[];
  /** Users first exposed before then are in no guardrail. */
  readonly guardedFrom: number | undefined;
  readonly cause: string | undefined;
}

export interface SeenRollout extends StoredRollout {
  readonly checkedAt: number | undefined;
  readonly checks: readonly GuardrailSeen[];
}

/** The rollouts of a site. */
export async function selectRollouts(db: Db, siteId: number): Promise<SeenRollout[]> {
  const rows = await db
    .selectFrom('campaign_rollout')
    .selectAll()
    .where('site_id', '=', siteId)
    .execute();
  return rows.map((row) => ({
    campaignId: Number(row.campaign_id),
    ...{ seed: row.seed, step: row.step, state: row.state, takesOut: row.takes_out },
    ...{ since: row.since.getTime(), traffic: row.traffic },
    steps: JSON.parse(row.steps) as RolloutStep[],
    guardedFrom: row.guarded_from?.getTime(),
    cause: row.cause ?? undefined,
    checkedAt: row.checked_at?.getTime(),
    checks: JSON.parse(row.checks) as GuardrailSeen[],
  }));
}

/** The rollout of a campaign. */
export async function selectRollout(
  db: Db,
  siteId: number,
  campaignId: number,
): Promise<SeenRollout | undefined> {
  return (await selectRollouts(db, siteId)).find((one) => one.campaignId === campaignId);
}

/** Writes where a rollout is; what guardrails said before is of the step before. */
export async function upsertRollout(db: Db, siteId: number, rollout: StoredRollout): Promise<void> {
  const { campaignId, seed, step, state, since, takesOut, traffic, steps } = rollout;
  const { guardedFrom, cause } = rollout;
  const written = {
    ...{ seed, step, state, traffic, since: new Date(since), takes_out: takesOut },
    steps: JSON.stringify(steps),
    guarded_from: guardedFrom === undefined ? null : new Date(guardedFrom),
    cause: cause ?? null,
  };
  const key = { site_id: siteId, campaign_id: campaignId };
  await db
    .insertInto('campaign_rollout')
    .values({ ...key, ...written, checked_at: null, checks: '[]' })
    .onConflict((conflict) => conflict.columns(['site_id', 'campaign_id']).doUpdateSet(written))
    .execute();
}

/** Notes what guardrails said. */
export async function updateChecks(
  db: Db,
  siteId: number,
  campaignId: number,
  { checkedAt, checks }: { readonly checkedAt: number; readonly checks: readonly GuardrailSeen[] },
): Promise<void> {
  await db
    .updateTable('campaign_rollout')
    .set({ checked_at: new Date(checkedAt), checks: JSON.stringify(checks) })
    .where('site_id', '=', siteId)
    .where('campaign_id', '=', String(campaignId))
    .execute();
}

/** Forgets a campaign's rollout. */
export async function deleteRollout(db: Db, siteId: number, campaignId: number): Promise<void> {
  await db
    .deleteFrom('campaign_rollout')
    .where('site_id', '=', siteId)
    .where('campaign_id', '=', String(campaignId))
    .execute();
}
