// Figures of recommendations by day: made from the log, or kept by a worker where that takes long.
import { createHash } from 'node:crypto';
import type { Context, Site } from '../../../../context.ts';
import type { Db } from '../../../../db/schema.ts';
import { selectFeeds, selectPartsOfItems } from '../../../catalog/feeds/index.ts';
import {
  type RecommendationCount,
  selectRecommendationCounts,
} from '../../../events/recommended/index.ts';
import { usualWindowDays } from '../question.ts';
import { type Gross, grossByDay } from '../revenue/revenue.ts';
import { selectSiteRevenue } from '../revenue/store.ts';
import * as store from '../store.ts';
import { selectFigures, upsertFigures } from './store.ts';

/** What was shown, clicked and bought on some days; those of the days add up. */
export interface Figures {
  readonly counts: readonly RecommendationCount[];
  readonly clicks: readonly store.Clicks[];
  readonly bought: readonly store.Bought[];
  readonly foreign: readonly store.Foreign[];
  readonly siteRevenue: readonly { readonly day: string; readonly value: number }[];
}

interface MadeFigures extends Figures {
  readonly gross: readonly Gross[];
}

/** YYYY-MM-DD, both included. */
interface Span {
  readonly first: string;
  readonly last: string;
}

/** What takes no longer is made again for each request, so that it is of that moment. */
const quickMs = 500;
/** Without a worker for so long, reports are made by the node that answers. */
const longestKeptMs = 3_600_000;

/** Makes the figures of a question, whose purchases are of these days. */
export async function makeFigures(
  tx: Db,
  site: Site,
  question: store.Question,
  days: Span,
): Promise<MadeFigures> {
  const { siteId } = question;
  const gross = await grossByDay(tx, question, await knownGross(tx, site));
  const asked = gross
    .flatMap(({ byDay }) => byDay)
    .filter(({ day }) => days.first <= day && day <= days.last);
  await store.findClicks(tx, question);
  await store.findPurchases(tx, question);
  const bought = await store.selectSkus(tx);
  const feeds = (await selectFeeds(tx, siteId)).map(({ id }) => id);
  const variants = await selectPartsOfItems(tx, siteId, feeds, bought, ['group_id']);
  await store.creditItems(tx, question, groupsOf(variants));
  return {
    counts: await selectRecommendationCounts(tx, siteId, days),
    clicks: await store.selectClicks(tx, question),
    bought: await store.selectBought(tx, question),
    foreign: await store.selectForeign(tx, question),
    siteRevenue: await selectSiteRevenue(tx, question, asked),
    gross,
  };
}

/** What is kept of the site's revenue: most of its purchases need not be read again. */
async function knownGross(tx: Db, site: Site): Promise<readonly Gross[]> {
  const row = await selectFigures(tx, site.id);
  if (row?.question !== fingerprintOf(site, usualWindowDays)) return [];
  const { gross = [] }: Partial<MadeFigures> = JSON.parse(row.figures);
  return gross;
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

/** Those of some days. */
function figuresIn(figures: Figures, { first, last }: Span): Figures {
  const within = <T extends { readonly day: string }>(all: readonly T[]): T[] =>
    all.filter(({ day }) => first <= day && day <= last);
  return {
    counts: within(figures.counts),
    clicks: within(figures.clicks),
    bought: within(figures.bought),
    foreign: within(figures.foreign),
    siteRevenue: within(figures.siteRevenue),
  };
}

/**
 * Kept figures of some days and when they were made; undefined where none of the last hour answer
 * the question, or where making them again takes no time.
 */
export async function readFigures(
  { db, now }: Pick<Context, 'db' | 'now'>,
  site: Site,
  windowDays: number,
  days: Span,
): Promise<{ readonly figures: Figures; readonly asOf: Date } | undefined> {
  const row = await selectFigures(db, site.id);
  if (!row || row.question !== fingerprintOf(site, windowDays)) return undefined;
  if (row.firstDay > days.first || row.tookMs < quickMs) return undefined;
  if (row.asOf.getTime() < now() - longestKeptMs) return undefined;
  return { figures: figuresIn(JSON.parse(row.figures), days), asOf: row.asOf };
}

/** Makes figures and keeps them in the place of earlier ones. */
export async function keepFigures(
  tx: Db,
  site: Site,
  question: store.Question,
  days: Span,
): Promise<void> {
  const began = performance.now();
  const figures = await makeFigures(tx, site, question, days);
  const tookMs = Math.round(performance.now() - began);
  await upsertFigures(tx, site.id, {
    ...{ question: fingerprintOf(site, question.windowDays), firstDay: days.first },
    ...{ asOf: question.asOf, tookMs, figures: JSON.stringify(figures) },
  });
}

/** What figures depend on beside time: what retention takes with it as well. */
export function fingerprintOf({ settings, eventsFrom }: Site, windowDays: number): string {
  const { currency, timeZone } = settings;
  const text = JSON.stringify([currency, timeZone, eventsFrom, windowDays]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
