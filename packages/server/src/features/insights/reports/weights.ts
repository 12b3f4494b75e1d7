// Dynamic weights: hourly, each variation's share follows what is believed of it.
import {
  type DayOfSums,
  type Estimate,
  type ExperienceDefinition,
  estimateMeans,
  linearise,
  meanPosteriors,
  type Posterior,
  ratePosterior,
  sumOverDays,
  thompsonWeights,
} from '@attune/core';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { forEachSite } from '../../../each-site.ts';
import { changeSite } from '../../configuration/sites/index.ts';
import {
  insertDynamicWeights,
  selectDynamicWeights,
} from '../../experiences/dynamic-weights/index.ts';
import { findMetric, kindDefinitions, type Metric } from '../../experiences/metrics/index.ts';
import {
  availableSpan,
  type Campaign,
  defaultMetric,
  loadCampaign,
  questionOf,
  wholeSpan,
} from './campaign.ts';
import { type Cell, selectCells, tryLockWeights, withinBounds } from './store.ts';
import { sumOf } from './sums.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const longestMs = 25_000;
/** Of the 10,000 that weights sum to: smaller moves are not worth a revision of the site. */
const leastMove = 100;

type Renewed = Omit<Parameters<typeof insertDynamicWeights>[2], 'computedAt'>;

/** When each site was last looked at by this node. */
export type LookedAt = Map<number, number>;

/** Renews the weights of every site that was not looked at for an hour; one node at a time. */
export async function renewAllWeights(ctx: Context, lookedAt: LookedAt): Promise<void> {
  await forEachSite(ctx, 'dynamic weights', async (id) => {
    if (ctx.now() - (lookedAt.get(id) ?? 0) < hourMs) return;
    lookedAt.set(id, ctx.now());
    await renewWeights(ctx, id);
  });
}

/**
 * Computes the weights of a site's dynamic experiences, and writes those that have moved by a
 * hundredth of the traffic or more. Resolves to the number of experiences that were written.
 */
export async function renewWeights(ctx: Context, siteId: number): Promise<number> {
  const snapshot = ctx.snapshots.site(siteId);
  const campaigns = [...(snapshot?.campaignsById.values() ?? [])].filter(
    ({ status, published }) =>
      status === 'live' && published?.definition.experiences.some(isDynamic),
  );
  if (!snapshot || campaigns.length === 0) return 0;
  return ctx.db.transaction().execute(async (lock) => {
    if (!(await tryLockWeights(lock, siteId))) return 0;
    const before = await selectDynamicWeights(ctx.db, siteId);
    const known = new Map(before.map((one) => [one.experienceId, one]));
    const renewed: Renewed[] = [];
    for (const { id } of campaigns) {
      const computed = await weightsOf(ctx, snapshot, id).catch((error): Renewed[] => {
        ctx.log.warn({ err: error, siteId, campaignId: id }, 'weights of a campaign have to wait');
        return [];
      });
      for (const one of computed) {
        const last = known.get(one.experienceId);
        const isFresh = last !== undefined && ctx.now() - last.computedAt < hourMs / 2;
        if (!isFresh && hasMoved(one.weights, last?.weights)) renewed.push(one);
      }
    }
    if (renewed.length > 0) await write(ctx, siteId, renewed);
    return renewed.length;
  });
}

const isDynamic = ({ allocation }: ExperienceDefinition) => allocation === 'dynamic';

async function write(ctx: Context, siteId: number, renewed: readonly Renewed[]): Promise<void> {
  const details = renewed.map(({ experienceId, weights }) => ({ experienceId, weights }));
  const change = { siteId, actor: 'worker', action: 'weights.renew', subject: 'weights', details };
  await changeSite(ctx, change, async (tx, revision) => {
    for (const one of renewed) {
      await insertDynamicWeights(tx, siteId, { ...one, computedAt: ctx.now() }, revision);
    }
  });
}

/** Before the first computation all have the same. */
function hasMoved(
  weights: Readonly<Record<string, number>>,
  last: Readonly<Record<string, number>> | undefined,
): boolean {
  const equal = 10_000 / Object.keys(weights).length;
  return Object.entries(weights).some(
    ([id, weight]) => Math.abs(weight - (last ? (last[id] ?? 0) : equal)) >= leastMove,
  );
}

async function weightsOf(
  ctx: Context,
  { site }: SiteSnapshot,
  campaignId: number,
): Promise<Renewed[]> {
  const campaign = await loadCampaign(ctx, site.id, campaignId);
  const { experiences } = campaign.definition;
  const weights: Renewed[] = [];
  for (const experience of experiences.filter(isDynamic)) {
    const { id: experienceId, allocationVersion, variations } = experience;
    const metric = await metricOf(ctx, site.id, campaign, experience);
    const span = availableSpan(site, wholeSpan(campaign, ctx.now()));
    const at = { ...span, asOf: new Date(ctx.now()) };
    const mostADay = site.settings.learningCap;
    const question = { ...questionOf(site, campaign, metric, at), mostADay };
    const cells = await withinBounds(ctx.db, longestMs, (tx) => selectCells(tx, question));
    const own = cells.filter((cell) => cell.experienceId === experienceId);
    const ids = variations.filter(({ weight }) => weight > 0).map(({ id }) => id);
    if (ids.length < 2 || !own.some(({ active }) => active > 0)) continue;
    const computed = thompsonWeights(posteriorsOf(metric, own, ids));
    weights.push({
      ...{ campaignId, experienceId, allocationVersion },
      weights: Object.fromEntries(ids.map((id, place) => [String(id), computed[place] ?? 0])),
    });
  }
  return weights;
}

function metricOf(
  ctx: Context,
  siteId: number,
  { definition }: Campaign,
  { metric }: ExperienceDefinition,
): Promise<Metric> {
  const id = metric ?? definition.metrics?.primary ?? defaultMetric;
  return findMetric(ctx.db, siteId, String(id));
}

/**
 * What is believed of each variation. Unlike estimates, beliefs do not depend on why users came to
 * a variation: all users of a day count alike, whatever the weights were then. Days are compared
 * within themselves, and old ones fade: rates that move would make the worse one lead.
 */
function posteriorsOf(
  { kind, better }: Metric,
  cells: readonly Cell[],
  ids: readonly number[],
): Posterior[] {
  const isLess = better === 'lower';
  const { statistic } = kindDefinitions[kind];
  const sums = sumOverDays(daysOf(cells, ids), statistic === 'ratio' ? 'otherSum' : 'users');
  if (statistic === 'rate') {
    return sums.map(({ users: counted, active }) => {
      const users = Math.max(counted, active);
      return ratePosterior({ users, active: isLess ? users - active : active });
    });
  }
  return meanPosteriors(
    sums.map((pair) => {
      const moments = statistic === 'ratio' ? linearise(pair) : pair;
      const judged = isLess ? { ...moments, sum: -moments.sum } : moments;
      return estimateMeans([[judged]], [0])[0] as Estimate;
    }),
  );
}

/** By the day of the first exposure; those after the last with anybody who counts say nothing. */
function daysOf(cells: readonly Cell[], ids: readonly number[]): DayOfSums[] {
  const byDay = Map.groupBy(
    cells.filter(({ users }) => users > 0),
    ({ day }) => Date.parse(day),
  );
  const latest = Math.max(...byDay.keys());
  return [...byDay].map(([day, those]) => ({
    age: Math.round((latest - day) / dayMs),
    variations: ids.map((id) => sumOf(those.filter(({ variationId }) => variationId === id))),
  }));
}
