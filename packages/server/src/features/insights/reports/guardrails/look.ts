// Looks at rollouts: a breach of a guardrail goes back a step, and time goes on to the next.
import { isOver, nextStepAt, parseInstant } from '@attune/core';
import type { Context, Site, SiteSnapshot } from '../../../../context.ts';
import { forEachSite } from '../../../../each-site.ts';
import {
  type SeenRollout,
  selectRollouts,
  steerRollout,
  updateChecks,
} from '../../../experiences/campaigns/index.ts';
import { findMetric } from '../../../experiences/metrics/index.ts';
import { type Campaign, loadCampaign } from '../campaign.ts';
import { guardedQuestion, readFigures } from '../figures/figures.ts';
import { checkGuardrails, type Guarded, sayBreach } from './check.ts';

const actor = 'worker';

/** Looks at the rollouts of every site. */
export async function runRollouts(ctx: Context): Promise<void> {
  await forEachSite(ctx, 'rollouts', async (id) => {
    const snapshot = ctx.snapshots.site(id);
    if (snapshot) await lookAtSite(ctx, snapshot);
  });
}

/** Looks at a site's live rollouts. Two nodes do no harm: a step is taken as it was seen. */
export async function lookAtSite(
  ctx: Context,
  { site, campaignsById }: SiteSnapshot,
): Promise<void> {
  const rollouts = (await selectRollouts(ctx.db, site.id)).filter(
    ({ campaignId }) => campaignsById.get(campaignId)?.status === 'live',
  );
  for (const rollout of rollouts) {
    const { campaignId } = rollout;
    await lookAt(ctx, site, rollout).catch((error) => {
      ctx.log.warn({ err: error, siteId: site.id, campaignId }, 'a rollout has to wait');
    });
  }
}

async function lookAt(ctx: Context, site: Site, rollout: SeenRollout): Promise<void> {
  const { campaignId, steps, state, step, since } = rollout;
  const campaign = await loadCampaign(ctx, site.id, campaignId);
  if (isOver(campaign.definition)) return;
  const { start = '', end = '' } = campaign.definition.schedule ?? {};
  const began = Math.max(since, parseInstant(start) ?? 0);
  if (began > ctx.now() || (parseInstant(end) ?? Infinity) <= ctx.now()) return;
  const who = { siteId: site.id, actor };
  const seen = { step, since, state };
  const guarded = await guardedOf(ctx, site, campaign, rollout);
  if (guarded === undefined) return;
  const checks = checkGuardrails(campaign, guarded);
  if (guarded.length > 0) {
    await updateChecks(ctx.db, site.id, campaignId, { checkedAt: ctx.now(), checks });
  }
  const breached = checks.find(({ status }) => status === 'breached');
  if (breached && state !== 'returned') {
    const cause = sayBreach(breached, campaign.definition.metrics?.guardrails ?? []);
    await steerRollout(ctx, who, campaignId, 'return', { cause, seen });
    return;
  }
  const due = nextStepAt({ ...rollout, since: began }, steps);
  if (breached || due === undefined || due > ctx.now()) return;
  const cause = `held for ${steps[step]?.hours} hours`;
  await steerRollout(ctx, who, campaignId, 'advance', { cause, seen });
}

/** What guardrails are checked by; undefined while some figures are not there yet. */
async function guardedOf(
  ctx: Context,
  site: Site,
  campaign: Campaign,
  { guardedFrom }: SeenRollout,
): Promise<Guarded[] | undefined> {
  const guarded: Guarded[] = [];
  for (const rule of campaign.definition.metrics?.guardrails ?? []) {
    const metric = await findMetric(ctx.db, site.id, String(rule.metric));
    const question = guardedQuestion(ctx, site, campaign, metric, guardedFrom);
    const known = await readFigures(ctx, question, 'all');
    if (!known) return undefined;
    guarded.push({ rule, metric, cells: known.figures.cells });
  }
  return guarded;
}
