// What a whole programme of experiences does: held-out users against all others.
import type { HoldoutReportOutput } from '@attune/contract';
import { type CompiledCampaign, sayFirst, type Unit } from '@attune/core';
import { ApiError } from '../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { selectExcludedTraffic } from '../../experiences/excluded-traffic/index.ts';
import { selectHoldouts } from '../../experiences/holdouts/index.ts';
import { findMetric } from '../../experiences/metrics/index.ts';
import { defaultMetric, isMoney } from './campaign.ts';
import { reportExperience } from './experience.ts';
import { makeFigures } from './figures/figures.ts';
import { anyTime } from './look.ts';
import { queueReport } from './report-queue.ts';
import { brokenDown, notesOf, notesOfCut, type ReportRequest, readSpan } from './reports.ts';
import { excludedSentence } from './sentences.ts';
import { type Question, selectHoldoutStart } from './store.ts';

const namedMost = 20;

const mixedUnits =
  'Its campaigns draw by several units, so that a person may be held out of one and served by ' +
  'another. Users are persons here, and those are left out: who has several devices is missing ' +
  'oftener on the smaller side. Give the campaigns of a holdout one unit.';

/** What all of a holdout's campaigns draw by; undefined where that is not one thing. */
function unitOfAll(campaigns: readonly CompiledCampaign[]): Unit | undefined {
  const units = new Map(campaigns.map((one) => [`${one.unit} ${one.accountType}`, one.unit]));
  const [unit = 'person'] = units.values();
  return units.size > 1 ? undefined : unit;
}

/** Names the campaigns whose effect the comparison does not show, if there are any. */
function notesOfIgnoring(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const said = sayFirst(names, namedMost);
  return [
    `Not measured here, since held-out users see them as well ("Also show to holdouts"): ${said}.`,
  ];
}

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
  const concerned = [...campaignsById.values()].flatMap(({ published }) => {
    const isMeant = !labels || labels.some((one) => published?.definition.labels?.includes(one));
    return published && isMeant ? [published] : [];
  });
  const meant = concerned.filter(({ definition }) => !definition.ignoresHoldouts);
  const ignoring = concerned.filter((one) => !meant.includes(one));
  const campaignIds = meant.map(({ definition }) => definition.id);
  const unit = unitOfAll(meant);
  const began = await selectHoldoutStart(ctx.db, site.id, holdoutId, campaignIds);
  const { currency, timeZone } = site.settings;
  const { cutAt, ...span } = await readSpan(ctx, site, request, { began, ended: undefined });
  const asOf = new Date(ctx.now());
  const question: Question = {
    ...{ siteId: site.id, metric, currency, timeZone, ...span, asOf },
    source: { unit: unit ?? 'person', holdoutId, share, campaignIds },
    ...{ breakdown: undefined, members: [], doubtful: [] },
  };
  const key = JSON.stringify([site.id, site.revision, 'holdout', holdoutId, request]);
  return queueReport(ctx.db, key, async (tx) => {
    const asked = await brokenDown(ctx, snapshot, question, request);
    const { cells, foreign } = await makeFigures(tx, asked);
    const excluded = await selectExcludedTraffic(tx, site.id, campaignIds, question);
    const sides = [
      { id: 0, name: 'Held out', weight: share, payload: null },
      { id: 1, name: 'Served', weight: 1 - share, payload: '' },
    ];
    const { id, kind, windowHours, better } = metric;
    return {
      holdout: { id: holdoutId, name, unit: unit ?? 'person' },
      metric: {
        ...{ id, name: metric.name, kind, windowHours, better },
        currency: isMoney(metric) ? currency : null,
      },
      ...{ from: span.from.toISOString(), to: span.to.toISOString(), asOf: asOf.toISOString() },
      breakdown: request.breakdown ?? null,
      programme: reportExperience({
        definition: { id: holdoutId, name, variations: sides },
        ...{ comparison: 'fixed', why: '', metric: { ...metric, currency }, cells },
        look: anyTime,
        known: new Map([[1, new Map(sides.map((one) => [one.id, one.weight]))]]),
      }),
      otherCurrencies: foreign,
      notCounted: { ...excluded, sentence: excludedSentence(excluded) },
      notes: [
        ...notesOfCut(cutAt),
        ...(unit ? [] : [mixedUnits]),
        ...notesOfIgnoring(ignoring.map(({ definition }) => definition.name)),
        ...notesOf(metric, request.breakdown, { unit: unit ?? 'person', foreign, cells }),
      ],
    };
  });
}
