// Figures of campaigns that a worker keeps: sums by day, from which a report is made in no time.
import { createHash } from 'node:crypto';
import type { ReportOutput } from '@attune/contract';
import type { Context, Site } from '../../../../context.ts';
import type { Db } from '../../../../db/schema.ts';
import type { Metric } from '../../../experiences/metrics/index.ts';
import {
  availableSpan,
  type Campaign,
  defaultMetric,
  isMoney,
  questionOf,
  wholeSpan,
} from '../campaign.ts';
import { type Cell, isAnyoneExposed, type Question, selectCells, selectForeign } from '../store.ts';
import { selectFigures, upsertFigures } from './store.ts';

/** What a campaign's users did by a metric. */
export interface Figures {
  readonly cells: readonly Cell[];
  readonly foreign: ReportOutput['otherCurrencies'];
}

type Stored = Figures & { readonly from: string; readonly to: string };

/** What takes no longer is made again for each request, so that it is of that moment. */
const quickMs = 500;
/** Without a worker for so long, reports are made by the node that answers. */
const longestKeptMs = 3_600_000;

/** Makes the figures of a question, from exposures and the log. */
export async function makeFigures(db: Db, question: Question): Promise<Figures> {
  if (!(await isAnyoneExposed(db, question))) return { cells: [], foreign: [] };
  const cells = await selectCells(db, question);
  return { cells, foreign: isMoney(question.metric) ? await selectForeign(db, question) : [] };
}

/** The question of all that a campaign's users did by a metric, up to now. */
export function wholeQuestion(
  ctx: Pick<Context, 'now'>,
  site: Site,
  campaign: Campaign,
  metric: Metric,
): Question {
  const span = availableSpan(site, wholeSpan(campaign, ctx.now()));
  return questionOf(site, campaign, metric, { ...span, asOf: new Date(ctx.now()) });
}

/** The same of everyone exposed, or of those who were since a time. */
export function guardedQuestion(
  ...[ctx, site, campaign, metric, since]: [
    ...Parameters<typeof wholeQuestion>,
    since: number | undefined,
  ]
): Question {
  // They look at what is served, also once an end was undone.
  const question = wholeQuestion(ctx, site, { ...campaign, ended: undefined }, metric);
  const from = new Date(Math.max(question.from.getTime(), since ?? 0));
  return { ...question, from, everyone: { since } };
}

/** The ids of the metrics that a campaign is reported by; null: the default one. */
export function metricsOf({ metrics = {} }: Campaign['definition']): readonly string[] {
  const { primary, others = [] } = metrics;
  return [...new Set([String(primary ?? defaultMetric), ...others.map(String)])];
}

/** Kept figures, all or those that would take long to make again. */
export type Which = 'costly' | 'all';

/**
 * Kept figures and the question that they answer; undefined where there are none of the last hour.
 */
export async function readFigures(
  { db }: Pick<Context, 'db'>,
  question: Question,
  which: Which = 'costly',
): Promise<{ figures: Figures; question: Question } | undefined> {
  const row = await selectFigures(db, question.siteId, campaignIn(question), keyOf(question));
  if (!row || row.question !== fingerprintOf(question)) return undefined;
  if (which === 'costly' && row.tookMs < quickMs) return undefined;
  if (row.asOf.getTime() < question.asOf.getTime() - longestKeptMs) return undefined;
  const { from, to, ...figures } = JSON.parse(row.figures) as Stored;
  const span = { from: new Date(from), to: new Date(to), asOf: row.asOf };
  return { figures, question: { ...question, ...span } };
}

/** Makes the figures of a question and keeps them. */
export async function keepFigures(db: Db, question: Question): Promise<Figures> {
  const began = performance.now();
  const figures = await makeFigures(db, question);
  const tookMs = Math.round(performance.now() - began);
  const { siteId, from, to, asOf } = question;
  const stored: Stored = { ...figures, from: from.toISOString(), to: to.toISOString() };
  await upsertFigures(db, siteId, {
    ...{ campaignId: campaignIn(question), ...keyOf(question), asOf, tookMs },
    ...{ question: fingerprintOf(question), figures: JSON.stringify(stored) },
  });
  return figures;
}

const keyOf = ({ metric, everyone }: Question) => ({
  ...{ metricId: metric.id, everyone: everyone !== undefined },
});

/** The campaign that a question is about. */
export function campaignIn({ source }: Question): number {
  if (!('campaignId' in source)) throw new Error('figures are kept of campaigns');
  return source.campaignId;
}

/** What figures depend on beside time. */
export function fingerprintOf(question: Question): string {
  const { source, metric, currency, timeZone, everyone } = question;
  const text = JSON.stringify([source, metric, currency, timeZone, everyone]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
