// Proposed settings, as they would be if they were saved.
import {
  type AffinitySettings,
  addToTotals,
  type ChosenSettings,
  chooseProperties,
  makeNormaliser,
  type Normaliser,
  startTotals,
} from '@attune/core';
import { refuseInvalid } from '../../../../api-error.ts';
import type { SiteSnapshot } from '../../../../context.ts';
import {
  checkSettings,
  completeSettings,
  mergeSettings,
} from '../../../configuration/sites/index.ts';
import type { CachedProfile, RankBasis } from '../../../people/profiles/index.ts';

/** What of settings the site's totals follow from. */
const totalling = [
  ...['weights', 'halfLifeDays', 'halfLifeDaysByProperty', 'dailyCap'],
  ...['properties', 'bandsByProperty'],
] as const satisfies readonly string[];

/** The proposed settings whole. Throws `invalid_request` with every error. */
export function completeProposed(
  { site, feeds }: SiteSnapshot,
  patch: Record<string, unknown>,
): ChosenSettings {
  const now = { ...site.settings.affinity } as Record<string, unknown>;
  const stored = { affinity: mergeSettings(now, patch) };
  refuseInvalid(
    checkSettings(stored).map(({ pointer, detail }) => ({
      pointer: pointer.replace(/^\/affinity/, '/settings'),
      detail,
    })),
  );
  return chooseProperties(completeSettings(stored).affinity, feeds);
}

/**
 * The totals that proposed settings would be read by: the site's own where they would be the same,
 * or else those of the users that are looked at, with the weights that the site has learned.
 */
export function proposedNormaliser(
  before: RankBasis,
  settings: ChosenSettings,
  profiles: readonly CachedProfile[],
): Normaliser {
  const textOf = (of: ChosenSettings) =>
    JSON.stringify(totalling.map((name) => of[name as keyof AffinitySettings]));
  if (before.normaliser && textOf(before.settings) === textOf(settings)) return before.normaliser;
  const totals = startTotals();
  for (const profile of profiles) {
    addToTotals(totals, profile.decode(), { properties: [], ...settings }, before.today);
  }
  const made = makeNormaliser(totals, 0, before.today, settings, before.normaliser);
  return { ...made, siteWeights: before.normaliser?.siteWeights ?? made.siteWeights };
}
