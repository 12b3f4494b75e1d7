// The report of recommendations: what was shown, clicked, and bought after that.
import type { RecommendationReportOutput } from '@attune/contract';
import type { Context, SiteSnapshot } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { listFeeds, selectPartsOfItems } from '../../catalog/feeds/index.ts';
import { selectRecommendedItems } from '../../events/recommended/index.ts';
import { selectExcludedTraffic } from '../../experiences/excluded-traffic/index.ts';
import { queueReport } from '../reports/index.ts';
import { assemble, type Found } from './assemble.ts';
import { makeFigures, readFigures } from './figures/figures.ts';
import { type Days, daysOf, questionOf, usualWindowDays } from './question.ts';
import type { Question } from './store.ts';

/** The request of a report. */
export interface RecommendationReportRequest {
  readonly from?: string;
  readonly to?: string;
  readonly windowDays?: string;
  readonly strategy?: string;
}

type Feeds = Awaited<ReturnType<typeof listFeeds>>;

/**
 * Reports recommendations: from figures that a worker keeps, where making them takes long. Throws
 * `invalid_query` or, when it takes too long, `not_ready`.
 */
export async function reportRecommendations(
  ctx: Context,
  snapshot: SiteSnapshot,
  request: RecommendationReportRequest,
): Promise<RecommendationReportOutput> {
  const { site } = snapshot;
  const days = daysOf(ctx, site, request);
  const windowDays = Number(request.windowDays ?? usualWindowDays);
  const strategy = request.strategy === undefined ? undefined : Number(request.strategy);
  const present = await questionOf(ctx, site, days, windowDays);
  const kept = await readFigures(ctx, site, windowDays, days);
  const question = { ...present, asOf: kept?.asOf ?? present.asOf };
  const feeds = await listFeeds(ctx, site.id);
  const make = async (tx: Db) => {
    const figures = kept?.figures ?? (await makeFigures(tx, site, question, days));
    const found = { ...figures, ...(await findRest(tx, snapshot, question, days, feeds)) };
    return assemble(snapshot, { ...question, strategy }, days, found);
  };
  const age = kept?.asOf.getTime();
  const key = JSON.stringify(['recommendations', site.id, site.revision, request, days, age]);
  return queueReport(ctx.db, key, make);
}

/** What is cheap to find, and does not add up by day. */
async function findRest(
  tx: Db,
  { site, strategies, campaignsById }: SiteSnapshot,
  question: Question,
  days: Days,
  feeds: Feeds,
): Promise<Pick<Found, 'shown' | 'covered' | 'excluded'>> {
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
  return { shown, covered, excluded: await selectExcludedTraffic(tx, site.id, ids, question) };
}
