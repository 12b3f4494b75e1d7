// The site's totals that ranks are normalised by: recomputed hourly and after imports.
import {
  addToTotals,
  type ChosenSettings,
  chooseProperties,
  dayOf,
  decodeProfile,
  encodeNormaliser,
  makeNormaliser,
  quantileBinsOf,
} from '@attune/core';
import { ApiError } from '../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { changeSite } from '../../configuration/sites/index.ts';
import { selectProfilePage, selectTotalsState, tryLockTotals, upsertTotals } from './store.ts';

const pageSize = 1_000;
const hourMs = 3_600_000;

/**
 * Recomputes a site's totals from all of its profiles, and the bands of its numeric properties with
 * them, and publishes them under a new number. A site that neither normalises nor has such a
 * property has no use for them, and none are made. Without a chosen property they are empty: what
 * callers name must not grow what every node holds.
 */
export async function recomputeTotals(ctx: Context, siteId: number): Promise<void> {
  const snapshot = ctx.snapshots.site(siteId);
  if (!snapshot) throw new ApiError('not_found', 'The site is gone.');
  const settings = settingsOf(snapshot);
  if (!needsTotals(settings)) return;
  const now = ctx.now();
  const today = dayOf(now);
  const totals = new Map<string, Map<string, number>>();
  let after: string | undefined;
  for (;;) {
    const page = await selectProfilePage(ctx.db, siteId, after, pageSize);
    for (const { state } of page) {
      if (state !== '') addToTotals(totals, decodeProfile(state), settings, today);
    }
    after = page.at(-1)?.userId;
    if (page.length < pageSize) break;
  }
  const change = { siteId, actor: 'worker', action: 'affinity.totals', subject: 'totals' };
  await changeSite(ctx, change, async (tx) => {
    const number = ((await selectTotalsState(tx, siteId))?.number ?? 0) + 1;
    const text = encodeNormaliser(
      makeNormaliser(totals, number, today, settings, snapshot.normaliser),
    );
    const day = new Date(today * 86_400_000).toISOString().slice(0, 10);
    await upsertTotals(tx, siteId, { number, day, computedAt: new Date(now), text });
  });
}

/** Recomputes a site's totals if they are due and no other worker is about it. */
export async function renewTotals(ctx: Context, siteId: number): Promise<void> {
  if (!(await areTotalsDue(ctx, siteId))) return;
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await tryLockTotals(tx, siteId))) return;
    // Another worker may have finished between the question and the lock.
    if (await areTotalsDue(ctx, siteId)) await recomputeTotals(ctx, siteId);
  });
}

/** Does a site need totals that were never computed, or not for an hour or for these bands? */
export async function areTotalsDue(ctx: Context, siteId: number): Promise<boolean> {
  const snapshot = ctx.snapshots.site(siteId);
  if (!snapshot) return false;
  const settings = settingsOf(snapshot);
  if (!needsTotals(settings)) return false;
  const bands = snapshot.normaliser?.bands;
  const requested = quantileBinsOf(settings);
  if (requested.some(([property, count]) => bands?.get(property)?.count !== count)) return true;
  const last = await selectTotalsState(ctx.db, siteId);
  return !last || ctx.now() - last.computedAt.getTime() >= hourMs;
}

function settingsOf({ site, feeds }: SiteSnapshot): ChosenSettings {
  return { properties: [], ...chooseProperties(site.settings.affinity, feeds) };
}

const needsTotals = (settings: ChosenSettings) =>
  settings.normalisation > 0 || quantileBinsOf(settings).length > 0;
