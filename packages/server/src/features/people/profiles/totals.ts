// The site's totals that ranks are read by: recomputed hourly and after imports.
import { setImmediate } from 'node:timers/promises';
import {
  addToTotals,
  type ChosenSettings,
  chooseProperties,
  dayOf,
  decodeProfile,
  encodeNormaliser,
  isInternalProfile,
  learningSteps,
  makeNormaliser,
  type Normaliser,
  type ProfileSample,
  quantileBinsOf,
  type SiteWeight,
  sampleProfiles,
  startTotals,
} from '@attune/core';
import { ApiError } from '../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { changeSite } from '../../configuration/sites/index.ts';
import {
  selectProfilePage,
  selectTotalsState,
  touchTotals,
  tryLockTotals,
  upsertTotals,
} from './store.ts';

const pageSize = 1_000;
const hourMs = 3_600_000;
/** Totals that take long are computed less often: they are to take a hundredth of the time. */
const mostRestMs = 24 * hourMs;
const restTimes = 100;
const tookMs = new Map<number, number>();

/**
 * Recomputes a site's totals from all of its profiles, with the bands of its numeric properties and
 * the weights that it has learned, and publishes them under a new number, unless they are what they
 * were. Without a chosen property they are empty: what callers name must not grow what every node
 * holds.
 */
export async function recomputeTotals(ctx: Context, siteId: number): Promise<void> {
  const snapshot = ctx.snapshots.site(siteId);
  if (!snapshot) throw new ApiError('not_found', 'The site is gone.');
  const settings = settingsOf(snapshot);
  if (!needsTotals(settings)) return;
  const begun = performance.now();
  const now = ctx.now();
  const computed = await computeTotals(ctx, snapshot, settings, dayOf(now));
  tookMs.set(siteId, performance.now() - begun);
  const isKnown = snapshot.normaliser !== undefined && isSame(computed, snapshot.normaliser);
  if (isKnown && (await touchTotals(ctx.db, siteId, new Date(now)))) return;
  const change = { siteId, actor: 'worker', action: 'affinity.totals', subject: 'totals' };
  await changeSite(ctx, change, async (tx) => {
    const number = ((await selectTotalsState(tx, siteId))?.number ?? 0) + 1;
    const text = encodeNormaliser({ ...computed, number });
    const day = new Date(computed.day * 86_400_000).toISOString().slice(0, 10);
    await upsertTotals(tx, siteId, { number, day, computedAt: new Date(now), text });
  });
}

async function computeTotals(
  ctx: Context,
  { site, normaliser: before }: SiteSnapshot,
  settings: ChosenSettings,
  today: number,
): Promise<Normaliser> {
  const totals = startTotals();
  const sample = sampleProfiles(settings.properties ?? []);
  let after: string | undefined;
  for (;;) {
    const page = await selectProfilePage(ctx.db, site.id, after, pageSize);
    for (const { userId, state } of page) {
      if (state === '') continue;
      const profile = decodeProfile(state);
      if (isInternalProfile(profile)) continue;
      addToTotals(totals, profile, settings, today);
      sample.add(userId, profile);
    }
    after = page.at(-1)?.userId;
    if (page.length < pageSize) break;
  }
  const normaliser = makeNormaliser(totals, 0, today, settings, before);
  return { ...normaliser, siteWeights: await learnWeights(sample, settings, normaliser, before) };
}

/** What each property's weight is by the site's history; other work goes on meanwhile. */
async function learnWeights(
  sample: ProfileSample,
  settings: ChosenSettings,
  { bands, totals }: Normaliser,
  before: Normaliser | undefined,
): Promise<Map<string, SiteWeight>> {
  const learned = new Map<string, SiteWeight>();
  for (const property of totals.keys()) {
    const last = before?.siteWeights.get(property);
    const steps = learningSteps({ sample, settings, bins: { bands }, before: last }, property);
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) {
        learned.set(property, step.value);
        break;
      }
      await setImmediate();
    }
  }
  return learned;
}

const isSame = (one: Normaliser, other: Normaliser) =>
  encodeNormaliser({ ...one, number: 0 }) === encodeNormaliser({ ...other, number: 0 });

/** Recomputes a site's totals if they are due and no other worker is about it. */
export async function renewTotals(ctx: Context, siteId: number): Promise<void> {
  if (!(await areTotalsDue(ctx, siteId))) return;
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await tryLockTotals(tx, siteId))) return;
    // Another worker may have finished between the question and the lock.
    if (await areTotalsDue(ctx, siteId)) await recomputeTotals(ctx, siteId);
  });
}

/** Does a site need totals that were never computed, or not lately or not for these bands? */
export async function areTotalsDue(ctx: Context, siteId: number): Promise<boolean> {
  const snapshot = ctx.snapshots.site(siteId);
  if (!snapshot) return false;
  const settings = settingsOf(snapshot);
  if (!needsTotals(settings)) return false;
  const bands = snapshot.normaliser?.bands;
  const requested = quantileBinsOf(settings);
  if (requested.some(([property, count]) => bands?.get(property)?.count !== count)) return true;
  const last = await selectTotalsState(ctx.db, siteId);
  const restMs = Math.min(mostRestMs, restTimes * (tookMs.get(siteId) ?? 0));
  return !last || ctx.now() - last.computedAt.getTime() >= Math.max(hourMs, restMs);
}

function settingsOf({ site, feeds }: SiteSnapshot): ChosenSettings {
  return { properties: [], ...chooseProperties(site.settings.affinity, feeds) };
}

/** Without a property of its own there is nothing that a site could have learned. */
const needsTotals = (settings: ChosenSettings) =>
  settings.normalisation > 0 ||
  quantileBinsOf(settings).length > 0 ||
  (settings.properties ?? []).length > 0;
