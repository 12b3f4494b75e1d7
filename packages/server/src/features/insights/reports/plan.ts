// Plans a test from what a site's visitors did: as if a campaign for all of them had just ended.
import type { PlanOutput } from '@attune/contract';
import {
  type Aim,
  type BaseRate,
  daysUntil,
  effectFound,
  linearise,
  type Moments,
  usersNeeded,
  varianceOf,
} from '@attune/core';
import { ApiError } from '../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { findMetric, kindDefinitions, type Metric } from '../../experiences/metrics/index.ts';
import { availableSpan, isMoney } from './campaign.ts';
import { queueReport } from './report-queue.ts';
import { type Cell, type Question, selectCells, selectInstant } from './store.ts';
import { sumOf } from './sums.ts';

/** The request of a plan, as the query has it. */
export interface PlanRequest {
  readonly metric?: string;
  readonly unit?: 'device' | 'person';
  readonly variations?: string;
  readonly metrics?: string;
  readonly traffic?: string;
  readonly effect?: string;
  readonly power?: string;
  readonly alpha?: string;
}

const days = 28;
const dayMs = 86_400_000;
const foundAfter = [7, 14, 28, 56] as const;
const impossible = 1e12;

/** Plans a test. Throws `not_found`, `invalid_query` or, when it takes too long, `not_ready`. */
export async function planTest(
  ctx: Context,
  { site }: SiteSnapshot,
  request: PlanRequest,
): Promise<PlanOutput> {
  const metric = await findMetric(ctx.db, site.id, request.metric ?? 'purchases');
  if ([metric.outcome.kind, metric.denominator?.kind].includes('click')) {
    const detail = 'Clicks are of a campaign, and this one has none yet; plan by another metric.';
    throw new ApiError('invalid_query', detail);
  }
  const { currency, timeZone } = site.settings;
  const asOf = new Date(ctx.now());
  const midnight = async (ago: number) => {
    const time = asOf.getTime() - ago * dayMs;
    const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(time);
    return new Date(await selectInstant(ctx.db, day, timeZone));
  };
  const whole = { from: await midnight(days), to: await midnight(0) };
  const span = availableSpan(site, whole);
  const question: Question = {
    ...{ siteId: site.id, metric, currency, timeZone, ...span, asOf },
    source: { unit: request.unit ?? 'device', isOfVisitors: true },
    ...{ breakdown: undefined, members: [], doubtful: [] },
  };
  const key = JSON.stringify([site.id, 'plan', metric.id, metric.version, request.unit, span]);
  const cells = await queueReport(ctx.db, key, (tx) => selectCells(tx, question));
  return planOf(question, cells, request);
}

function planOf(
  { metric, currency, from, to, timeZone }: Question,
  cells: readonly Cell[],
  request: PlanRequest,
): PlanOutput {
  const number = (text: string | undefined, usual: number) =>
    text === undefined ? usual : Number(text);
  const variations = Math.max(2, number(request.variations, 2));
  const comparisons = (variations - 1) * Math.max(1, number(request.metrics, 1));
  const aim: Omit<Aim, 'look'> = {
    effect: Math.max(1e-6, number(request.effect, 0.05)),
    power: within(number(request.power, 0.8), 0.5, 0.999),
    alpha: within(number(request.alpha, 0.05), 1e-6, 0.5),
    comparisons,
  };
  const { base, users } = baseOf(metric, cells);
  const newUsersByDay = newUsers(cells, from, to, timeZone);
  const byDay = newUsersByDay.map((count) => (count * number(request.traffic, 1)) / variations);
  const windowDays = metric.windowHours / 24;
  const { id, name, kind, windowHours, better } = metric;
  return {
    metric: {
      ...{ id, name, kind, windowHours, better },
      currency: isMoney(metric) ? currency : null,
    },
    ...{ from: from.toISOString(), to: to.toISOString(), users, mean: base.mean },
    standardDeviation: Math.sqrt(base.variance),
    ...{ newUsersByDay, comparisons },
    designs: (['planned', 'any-time'] as const).map((design) => {
      const look = design === 'planned' ? 'once' : 'any-time';
      const needed = usersNeeded(base, { ...aim, look });
      const isPossible = needed < impossible && base.mean !== 0;
      const until = isPossible ? daysUntil(needed, byDay) : Infinity;
      return {
        kind: design,
        usersPerVariation: isPossible ? needed : null,
        days: Number.isFinite(until) ? until + windowDays : null,
        found: foundAfter.map((after) => {
          const come = comeBy(byDay, after - windowDays);
          const effect =
            come < 2 || base.mean === 0 ? null : effectFound(base, { ...aim, look }, come);
          return { days: after, effect };
        }),
      };
    }),
  };
}

const within = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), most);

/** One user's number, from all visitors whose window has closed. */
function baseOf(metric: Metric, cells: readonly Cell[]): { base: BaseRate; users: number } {
  const sums = sumOf(cells);
  const { statistic } = kindDefinitions[metric.kind];
  const moments: Moments = statistic === 'ratio' ? linearise(sums) : sums;
  const mean = moments.users > 0 ? moments.sum / moments.users : 0;
  return {
    base: { mean, variance: varianceOf(moments), isRate: statistic === 'rate' },
    users: sums.users,
  };
}

/** Users by the day on which they came first, of each day of the span. */
function newUsers(cells: readonly Cell[], from: Date, to: Date, timeZone: string): number[] {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone });
  const count = Math.max(1, Math.round((to.getTime() - from.getTime()) / dayMs));
  return Array.from({ length: count }, (_, at) => {
    const day = format.format(from.getTime() + (at + 0.5) * dayMs);
    return cells.reduce((sum, cell) => sum + (cell.day === day ? cell.exposed : 0), 0);
  });
}

/** How many have come after so many days; beyond the days known, as in their last week. */
function comeBy(byDay: readonly number[], after: number): number {
  const last = byDay.slice(-7);
  const aDay = last.reduce((sum, count) => sum + count, 0) / Math.max(1, last.length);
  let come = 0;
  for (let at = 0; at < after; at += 1) come += (byDay[at] ?? aDay) * Math.min(1, after - at);
  return Math.floor(come);
}
