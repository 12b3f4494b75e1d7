// The site's totals that ranks are normalised by: recomputed hourly and after imports.
import { addToTotals, dayOf, decodeProfile, encodeNormaliser, makeNormaliser } from '@attune/core';
import type { Context } from '../../context.ts';
import { ApiError } from '../../refusal.ts';
import { changeSite } from '../sites/index.ts';
import { selectProfilePage, selectTotalsState, upsertTotals } from './store.ts';

const pageSize = 1_000;
const hourMs = 3_600_000;

/** Recomputes a site's totals from all of its profiles, and publishes them under a new number. */
export async function recomputeTotals(ctx: Context, siteId: number): Promise<void> {
  const site = ctx.snapshots.site(siteId)?.site;
  if (!site) throw new ApiError('not_found', 'The site is gone.');
  const now = ctx.now();
  const today = dayOf(now);
  const totals = new Map<string, Map<string, number>>();
  let after: string | undefined;
  for (;;) {
    const page = await selectProfilePage(ctx.db, siteId, after, pageSize);
    for (const { state } of page) {
      if (state !== '') addToTotals(totals, decodeProfile(state), site.settings.affinity, today);
    }
    after = page.at(-1)?.userId;
    if (page.length < pageSize) break;
  }
  const change = { siteId, actor: 'worker', action: 'affinity.totals', subject: 'totals' };
  await changeSite(ctx, change, async (tx) => {
    const number = ((await selectTotalsState(tx, siteId))?.number ?? 0) + 1;
    const text = encodeNormaliser(makeNormaliser(totals, number, today));
    const day = new Date(today * 86_400_000).toISOString().slice(0, 10);
    await upsertTotals(tx, siteId, { number, day, computedAt: new Date(now), text });
  });
}

/** Is it an hour since a site's totals were computed, or were they never? */
export async function areTotalsDue(ctx: Context, siteId: number): Promise<boolean> {
  const last = await selectTotalsState(ctx.db, siteId);
  return !last || ctx.now() - last.computedAt.getTime() >= hourMs;
}
