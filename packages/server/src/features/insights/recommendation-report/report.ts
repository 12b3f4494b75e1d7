// The report of recommendations: what was shown, clicked, and bought after that.
import type { Fault, RecommendationReportOutput } from '@attune/contract';
import { ApiError } from '../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { dayInZone } from '../../../day-in-zone.ts';
import type { Db } from '../../../db/schema.ts';
import { listFeeds, selectPartsOfItems } from '../../catalog/feeds/index.ts';
import {
  selectRecommendationCounts,
  selectRecommendedItems,
} from '../../events/recommended/index.ts';
import { selectExcludedTraffic } from '../../experiences/excluded-traffic/index.ts';
import { queueReport, selectInstant } from '../reports/index.ts';
import { assemble, type Days, type Found } from './assemble.ts';
import * as store from './store.ts';

/** The request of a report. */
export interface RecommendationReportRequest {
  readonly from?: string;
  readonly to?: string;
  readonly windowDays?: string;
  readonly strategy?: string;
}

const dayMs = 86_400_000;
const usualDays = 28;
const usualWindowDays = 7;
const mostDays = 200;

/** Reports recommendations. Throws `invalid_query` or, when it takes too long, `not_ready`. */
export async function reportRecommendations(
  ctx: Context,
  snapshot: SiteSnapshot,
  request: RecommendationReportRequest,
): Promise<RecommendationReportOutput> {
  const { site } = snapshot;
  const days = daysOf(ctx, snapshot, request);
  const question = await questionOf(ctx, snapshot, days, request);
  const feeds = await listFeeds(ctx, site.id);
  const key = JSON.stringify(['recommendations', site.id, site.revision, request, days]);
  return queueReport(ctx.db, key, async (tx) => {
    const found = await find(tx, snapshot, question, days, feeds);
    return assemble(snapshot, question, days, found);
  });
}

async function find(
  tx: Db,
  { site, strategies, campaignsById }: SiteSnapshot,
  question: store.Question,
  days: Days,
  feeds: Awaited<ReturnType<typeof listFeeds>>,
): Promise<Found> {
  await store.findClicks(tx, question);
  await store.findPurchases(tx, question);
  const feedIds = feeds.map(({ id }) => id);
  const bought = await store.selectSkus(tx);
  const variants = await selectPartsOfItems(tx, site.id, feedIds, bought, ['group_id']);
  await store.creditItems(tx, question, groupsOf(variants));
  const recommend = [...campaignsById.values()].filter(
    ({ published }) => published?.definition.type === 'recommendations',
  );
  const ids = recommend.map(({ id }) => id);
  const shown = await selectRecommendedItems(tx, site.id, days);
  const covered = [];
  for (const feed of feeds) {
    const those = [...shown].filter(([id]) => strategies.get(id)?.feed === feed.id);
    const skus = [...new Set(those.flatMap(([, one]) => one))];
    const parts = await selectPartsOfItems(tx, site.id, [feed.id], skus, []);
    const there = new Set(parts.map(({ sku }) => sku));
    covered.push({ feed: feed.id, items: feed.items, there });
  }
  return {
    counts: await selectRecommendationCounts(tx, site.id, days),
    ...{ shown, covered },
    clicks: await store.selectClicks(tx, question),
    bought: await store.selectBought(tx, question),
    foreign: await store.selectForeign(tx, question),
    siteRevenue: await store.selectSiteRevenue(tx, question),
    excluded: await selectExcludedTraffic(tx, site.id, ids, question),
  };
}

/** The group of each item that has one. */
function groupsOf(
  items: Awaited<ReturnType<typeof selectPartsOfItems>>,
): ReadonlyMap<string, string> {
  const groups = items.flatMap(({ sku, data }): [string, string][] => {
    const group = data['group_id'];
    return typeof group === 'string' && group !== '' ? [[sku, group]] : [];
  });
  return new Map(groups);
}

function daysOf(
  ctx: Pick<Context, 'now'>,
  { site }: Pick<SiteSnapshot, 'site'>,
  { from, to }: RecommendationReportRequest,
): Days {
  const today = dayInZone(site.settings.timeZone, ctx.now());
  for (const [name, day] of Object.entries({ from, to })) {
    if (day !== undefined && dayAfter(day, 0) !== day) throw refused(name, 'must be a day');
  }
  const last = to === undefined || to > today ? today : to;
  const first = from ?? dayAfter(last, 1 - usualDays)!;
  if (first > last) throw refused('from', 'must not be after `to`, and not in the future');
  if (first <= dayAfter(last, -mostDays)!) {
    throw refused('from', `must be less than ${mostDays} days before \`to\``);
  }
  const { eventsFrom } = site;
  if (eventsFrom !== null && last < eventsFrom) {
    throw refused('to', `must be ${eventsFrom} or later: events of before are past their term`);
  }
  return { first: first < (eventsFrom ?? '') ? eventsFrom! : first, last, asked: first };
}

/** A day so many days after another; undefined of what is no day. */
function dayAfter(day: string, days: number): string | undefined {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? undefined : new Date(time + days * dayMs).toISOString().slice(0, 10);
}

async function questionOf(
  ctx: Pick<Context, 'db' | 'now'>,
  { site: { id: siteId, settings } }: Pick<SiteSnapshot, 'site'>,
  { first, last }: Days,
  { windowDays, strategy }: RecommendationReportRequest,
): Promise<store.Question> {
  const { currency, timeZone } = settings;
  const instant = (day: string) => selectInstant(ctx.db, day, timeZone);
  const asOf = ctx.now();
  return {
    ...{ siteId, currency, timeZone, asOf: new Date(asOf) },
    from: new Date(await instant(first)),
    to: new Date(Math.min(await instant(dayAfter(last, 1)!), asOf)),
    windowDays: Number(windowDays ?? usualWindowDays),
    strategy: strategy === undefined ? undefined : Number(strategy),
  };
}

function refused(name: string, detail: string): ApiError {
  const errors: Fault[] = [{ pointer: `/query/${name}`, detail }];
  return new ApiError('invalid_query', `The query is not valid: ${name} ${detail}.`, { errors });
}
