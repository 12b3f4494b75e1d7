// Renews the figures of recommendations: within a budget, on one node at a time.
import type { Context, SiteSnapshot } from '../../../../context.ts';
import { forEachSite } from '../../../../each-site.ts';
import { withinBounds } from '../../reports/index.ts';
import { daysOf, questionOf, usualWindowDays } from '../question.ts';
import { fingerprintOf, keepFigures } from './figures.ts';
import { deleteFigures, hasRecommended, selectAge, tryLockFigures } from './store.ts';

/** Figures stand for so long, and for so many times as long as they took. */
const standMs = 300_000;
const standTimes = 10;
const longestMs = 180_000;

/** Renews what is due of every site. */
export async function renewAllRecommendationFigures(ctx: Context): Promise<void> {
  await forEachSite(ctx, 'figures of recommendations', async (id) => {
    const snapshot = ctx.snapshots.site(id);
    if (snapshot) await renewRecommendationFigures(ctx, snapshot);
  });
}

/** Renews the figures of a site, if they are due. Resolves to whether they were made. */
export async function renewRecommendationFigures(
  ctx: Context,
  { site }: SiteSnapshot,
): Promise<boolean> {
  return withinBounds(ctx.db, longestMs, async (tx) => {
    if (!(await tryLockFigures(tx, site.id))) return false;
    if (!(await hasRecommended(tx, site.id))) {
      await deleteFigures(tx, site.id);
      return false;
    }
    const age = await selectAge(tx, site.id);
    if (age?.question === fingerprintOf(site, usualWindowDays)) {
      const stand = Math.max(standMs, standTimes * age.tookMs);
      if (ctx.now() - age.asOf.getTime() < stand) return false;
    }
    const days = daysOf(ctx, site, {});
    const question = await questionOf({ ...ctx, db: tx }, site, days, usualWindowDays);
    await keepFigures(tx, site, question, days);
    return true;
  });
}
