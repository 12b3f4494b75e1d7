// Renews the figures of campaigns: in turn, within a budget, on one node at a time.
import type { Context, Site, SiteSnapshot } from '../../../../context.ts';
import type { Db } from '../../../../db/schema.ts';
import { forEachSite } from '../../../../each-site.ts';
import { type SeenRollout, selectRollouts } from '../../../experiences/campaigns/index.ts';
import { findMetric, type Metric } from '../../../experiences/metrics/index.ts';
import { type Campaign, loadCampaign } from '../campaign.ts';
import { notifyFindings } from '../findings.ts';
import { type Question, withinBounds } from '../store.ts';
import {
  campaignIn,
  fingerprintOf,
  guardedQuestion,
  keepFigures,
  metricsOf,
  wholeQuestion,
} from './figures.ts';
import { deleteFiguresBeside, type FiguresRow, selectAges, tryLockFigures } from './store.ts';

/** Figures stand for so long, and for so many times as long as all of the site's took. */
const standMs = { live: 300_000, paused: 3_600_000 };
const standTimes = 10;
/** A pass begins no more once it has taken so long, with its rests. */
const passMs = 40_000;
/** PostgreSQL shares its cores evenly: while pages are requested, figures take a sixth of one. */
const restFactor = 12;
const longestRestMs = 120_000;
const longestMs = 180_000;

/** What is to be made, and when what is kept of it was. */
interface Due {
  readonly question: Question;
  readonly asOf: number;
}

/** Renews what is due of every site, the oldest first, until the pass has used its time. */
export async function renewAllFigures(ctx: Context, stopping: AbortSignal): Promise<void> {
  const until = performance.now() + passMs;
  const isOver = () => stopping.aborted || performance.now() >= until;
  await forEachSite(ctx, 'figures', async (id) => {
    const snapshot = ctx.snapshots.site(id);
    if (snapshot && !isOver()) await renewFigures(ctx, snapshot, { isOver, stopping });
  });
}

/** When a pass begins nothing more, and ends its rest. */
interface Pass {
  readonly isOver?: () => boolean;
  readonly stopping?: AbortSignal;
}

/** Renews what is due of a site. Resolves to how many figures were made. */
export async function renewFigures(
  ctx: Context,
  snapshot: SiteSnapshot,
  { isOver = () => false, stopping }: Pass = {},
): Promise<number> {
  const siteId = snapshot.site.id;
  return ctx.db.transaction().execute(async (lock) => {
    if (!(await tryLockFigures(lock, siteId))) return 0;
    const due = (await dueOf(ctx, snapshot)).sort((one, other) => one.asOf - other.asOf);
    let made = 0;
    /** Campaigns of which something may be found. */
    const exposed = new Set<number>();
    const rested = ctx.background.begin(restFactor, longestRestMs, stopping);
    for (const { question } of due) {
      if (isOver()) break;
      const keep = (tx: Db) => keepFigures(tx, question);
      const figures = await withinBounds(ctx.db, longestMs, keep).catch((error) => {
        const { metric, source } = question;
        const which = { siteId, metric: metric.name, source };
        ctx.log.warn({ err: error, ...which }, 'figures of a campaign have to wait');
      });
      await rested();
      if (!figures) continue;
      made += 1;
      if (figures.cells.length > 0) exposed.add(campaignIn(question));
    }
    for (const id of exposed) {
      if (stopping?.aborted) break;
      await notifyFindings(ctx, snapshot, id).catch((error) => {
        ctx.log.warn({ err: error, siteId, campaignId: id }, 'findings of a campaign have to wait');
      });
      await rested();
    }
    return made;
  });
}

async function dueOf(ctx: Context, snapshot: SiteSnapshot): Promise<Due[]> {
  const { site, campaignsById } = snapshot;
  const published = [...campaignsById.values()].filter((one) => one.published);
  const ages = await selectAges(ctx.db, site.id);
  const ids = published.map(({ id }) => id);
  if (ages.some(({ campaignId }) => !ids.includes(campaignId))) {
    await deleteFiguresBeside(ctx.db, site.id, ids);
  }
  const due: Due[] = [];
  const leastMs = standTimes * ages.reduce((sum, { tookMs }) => sum + tookMs, 0);
  const rollouts = await selectRollouts(ctx.db, site.id);
  const metricOf = metricsIn(ctx.db, site.id);
  for (const { id, status } of published) {
    const campaign = await loadCampaign(ctx, site.id, id);
    const stand = Math.max(leastMs, standMs[status === 'live' ? 'live' : 'paused']);
    const rollout = rollouts.find(({ campaignId }) => campaignId === id);
    for (const question of await questionsOf(ctx, site, campaign, rollout, metricOf)) {
      if (question.from >= question.to) continue;
      const { metric, everyone } = question;
      const age = ages.find(
        (one) =>
          one.campaignId === id &&
          one.metricId === metric.id &&
          one.everyone === (everyone !== undefined),
      );
      if (isDue(ctx, age, question, stand)) {
        due.push({ question, asOf: age?.asOf.getTime() ?? 0 });
      }
    }
  }
  return due;
}

/** Reads each metric of a site once: most campaigns are reported by the same. */
function metricsIn(db: Db, siteId: number): (id: string) => Promise<Metric> {
  const read = new Map<string, Promise<Metric>>();
  return (id) => {
    const metric = read.get(id) ?? findMetric(db, siteId, id);
    read.set(id, metric);
    return metric;
  };
}

/** By the metrics that a campaign is reported by, and by those that guard it. */
async function questionsOf(
  ctx: Context,
  site: Site,
  campaign: Campaign,
  rollout: SeenRollout | undefined,
  metricOf: (id: string) => Promise<Metric>,
): Promise<Question[]> {
  const { guardrails = [] } = campaign.definition.metrics ?? {};
  return [
    ...(await Promise.all(
      metricsOf(campaign.definition).map(async (id) =>
        wholeQuestion(ctx, site, campaign, await metricOf(id)),
      ),
    )),
    ...(await Promise.all(
      guardrails.map(async ({ metric }) =>
        guardedQuestion(ctx, site, campaign, await metricOf(String(metric)), rollout?.guardedFrom),
      ),
    )),
  ];
}

function isDue(
  { now }: Pick<Context, 'now'>,
  age: Omit<FiguresRow, 'figures'> | undefined,
  question: Question,
  stand: number,
): boolean {
  if (age?.question !== fingerprintOf(question)) return true;
  // Of a test that has ended nothing changes any more.
  const { source } = question;
  if ('until' in source && source.until) return age.asOf < question.asOf;
  return now() - age.asOf.getTime() >= stand;
}
