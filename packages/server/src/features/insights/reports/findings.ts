// Notifies channels of what the report of a campaign shows: a result, or a ratio that is broken.
import type { NotificationEvent, ReportOutput } from '@attune/contract';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { notify } from '../../configuration/notifications/index.ts';
import { loadCampaign } from './campaign.ts';
import { reportCampaign } from './reports.ts';

type Reported = ReportOutput['experiences'][number];

/** Reads a campaign's report, and notifies of each finding once for each draw of its users. */
export async function notifyFindings(
  ctx: Context,
  snapshot: SiteSnapshot,
  campaignId: number,
): Promise<void> {
  const siteId = snapshot.site.id;
  const { definition } = await loadCampaign(ctx, siteId, campaignId);
  const report = await reportCampaign(ctx, snapshot, campaignId, {}, 'all');
  for (const reported of report.experiences) {
    const { id, name } = reported;
    const { allocationVersion = 0 } = definition.experiences.find((one) => one.id === id) ?? {};
    const which = { campaignId, campaignName: definition.name };
    const events = findingsOf(reported, { ...which, experienceId: id, experienceName: name });
    for (const { found, event } of events) {
      const draw = `${definition.seed}, ${allocationVersion}`;
      const occasion = `campaign ${campaignId}, experience ${id}, draw ${draw}: ${found}`;
      const happened = { siteId, at: new Date(ctx.now()), occasion };
      await ctx.db.transaction().execute((tx) => notify(tx, happened, event));
    }
  }
}

interface Where {
  readonly campaignId: number;
  readonly campaignName: string;
  readonly experienceId: number;
  readonly experienceName: string;
}

function findingsOf(
  { sampleRatio, verdict }: Reported,
  where: Where,
): { readonly found: string; readonly event: NotificationEvent }[] {
  if (sampleRatio?.isSuspicious && sampleRatio.pValue !== null) {
    const data = { ...where, pValue: sampleRatio.pValue };
    return [{ found: 'ratio', event: { type: 'campaign.sample_ratio_mismatch', data } }];
  }
  if (!verdict || verdict.kind === 'continue' || verdict.kind === 'broken') return [];
  const { kind, variation: variationId, sentence, recommendation } = verdict;
  const data = { ...where, verdict: kind, variationId, sentence, recommendation };
  const found = `verdict ${kind} ${variationId ?? ''}`;
  return [{ found, event: { type: 'campaign.verdict_reached', data } }];
}
