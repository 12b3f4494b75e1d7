// What a whole programme of experiences does: held-out users against all others.
import type { HoldoutReportOutput } from '@attune/contract';
import { ApiError } from '../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { selectHoldouts } from '../../experiences/holdouts/index.ts';
import { findMetric } from '../../experiences/metrics/index.ts';
import { defaultMetric } from './campaign.ts';
import { reportExperience } from './experience.ts';
import { queueReport } from './report-queue.ts';
import {
  brokenDown,
  isMoney,
  notesOf,
  notesOfCut,
  type ReportRequest,
  readSpan,
} from './reports.ts';
import { type Question, selectCells, selectForeign, selectHoldoutStart } from './store.ts';

/**
 * Reports a holdout: users who would have been served something, by whether they were. Throws
 * `not_found`, `invalid_query` or, when it takes too long, `not_ready`.
 */
export async function reportHoldout(
  ctx: Context,
  snapshot: SiteSnapshot,
  holdoutId: number,
  request: ReportRequest,
): Promise<HoldoutReportOutput> {
  const { site, campaignsById } = snapshot;
  const holdout = (await selectHoldouts(ctx.db, site.id)).find(({ id }) => id === holdoutId);
  if (!holdout) throw new ApiError('not_found', `There is no holdout ${holdoutId} on this site.`);
  const { name, share, labels } = holdout;
  const metric = await findMetric(ctx.db, site.id, request.metric ?? defaultMetric);
  if ([metric.outcome.kind, metric.denominator?.kind].includes('click')) {
    throw new ApiError(
      'invalid_query',
      'Users who are held out have nothing to click; take another metric.',
    );
  }
  const campaignIds = [...campaignsById.values()].flatMap(({ id, published }) => {
    if (!published || published.definition.ignoresHoldouts) return [];
    const isMeant = !labels || labels.some((one) => published.definition.labels?.includes(one));
    return isMeant ? [id] : [];
  });
  const began = await selectHoldoutStart(ctx.db, site.id, holdoutId, campaignIds);
  const { currency, timeZone } = site.settings;
  const { cutAt, ...span } = await readSpan(ctx, site, request, { began });
  const asOf = new Date(ctx.now());
  const question: Question = {
    ...{ siteId: site.id, metric, currency, timeZone, ...span, asOf },
    source: { holdoutId, share, campaignIds },
    ...{ breakdown: undefined, members: [], doubtful: [] },
  };
  const key = JSON.stringify([site.id, site.revision, 'holdout', holdoutId, request]);
  return queueReport(ctx.db, key, async (tx) => {
    const cells = await selectCells(tx, await brokenDown(ctx, snapshot, question, request));
    const foreign = isMoney(metric) ? await selectForeign(tx, question) : [];
    const sides = [
      { id: 0, name: 'Held out', weight: share, payload: null },
      { id: 1, name: 'Served', weight: 1 - share, payload: '' },
    ];
    const { id, kind, windowHours, better } = metric;
    return {
      holdout: { id: holdoutId, name },
      metric: {
        ...{ id, name: metric.name, kind, windowHours, better },
        currency: isMoney(metric) ? currency : null,
      },
      ...{ from: span.from.toISOString(), to: span.to.toISOString(), asOf: asOf.toISOString() },
      breakdown: request.breakdown ?? null,
      programme: reportExperience({
        definition: { id: holdoutId, name, variations: sides },
        ...{ comparison: 'fixed', why: '', metric: { ...metric, currency }, cells },
        known: new Map([[1, new Map(sides.map((one) => [one.id, one.weight]))]]),
      }),
      otherCurrencies: foreign,
      notes: [...notesOfCut(cutAt), ...notesOf(metric, request.breakdown, { foreign, cells })],
    };
  });
}
