// What users of a campaign did by each of its metrics, outcome by outcome.
import type { PoolClient } from 'pg';
import type { Context, SiteSnapshot } from '../../../../context.ts';
import { findMetric } from '../../../experiences/metrics/index.ts';
import { loadCampaign } from '../campaign.ts';
import { metricsOf, wholeQuestion } from '../figures/figures.ts';
import { type OutcomeRow, selectOutcomes } from './store.ts';

export interface AttributedOutcome extends OutcomeRow {
  readonly metricId: number;
  readonly metricName: string;
}

/** The ids of the campaigns that are, or were, published. */
export const campaignsWithOutcomes = ({ campaignsById }: SiteSnapshot): number[] =>
  [...campaignsById.values()].filter(({ published }) => published).map(({ id }) => id);

/** Reads the outcomes that a campaign's reports sum up to now, within the client's transaction. */
export async function* readOutcomes(
  ctx: Pick<Context, 'db' | 'now'>,
  { site }: SiteSnapshot,
  client: PoolClient,
  campaignId: number,
): AsyncGenerator<readonly AttributedOutcome[]> {
  const campaign = await loadCampaign(ctx, site.id, campaignId);
  for (const id of metricsOf(campaign.definition)) {
    const metric = await findMetric(ctx.db, site.id, id);
    const question = wholeQuestion(ctx, site, campaign, metric);
    if (question.from >= question.to) continue;
    for await (const rows of selectOutcomes(client, ctx.db, question)) {
      yield rows.map((row) => ({ metricId: metric.id, metricName: metric.name, ...row }));
    }
  }
}
