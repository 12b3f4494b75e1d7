// How far a new site has come: from its first key to its first result.
import {
  consoleApi,
  isOffered,
  type Membership,
  mayUse,
  type OverviewOutput,
} from '@attune/contract';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { selectHasKey } from '../../access/api-keys/index.ts';
import { hasEvents } from '../../events/collect/index.ts';
import { selectHasExposure } from '../../events/exposures/index.ts';

/** Sites that are done stay so, as far as this process lives. */
const done = new Set<number>();

/** What a teammate may see of it; null when all of it is done. */
export async function readSetUp(
  { db }: Context,
  { site, feeds, campaignsById }: SiteSnapshot,
  membership: Membership,
): Promise<OverviewOutput['setUp']> {
  if (done.has(site.id)) return null;
  const [hasKey, hasEvent, hasResult] = await Promise.all([
    selectHasKey(db, site.id),
    hasEvents(db, site.id),
    selectHasExposure(db, site.id),
  ]);
  const hasCampaign = [...campaignsById.values()].some(({ published }) => published !== undefined);
  const steps = [
    { step: 'key', isDone: hasKey, isOffered: true },
    { step: 'feed', isDone: feeds.length > 0, isOffered: isOffered('feed', site) },
    { step: 'event', isDone: hasEvent, isOffered: true },
    { step: 'campaign', isDone: hasCampaign, isOffered: true },
    { step: 'result', isDone: hasResult, isOffered: true },
  ] as const;
  const offered = steps.filter((one) => one.isOffered);
  if (offered.every(({ isDone }) => isDone)) done.add(site.id);
  const mayReadKeys = mayUse(consoleApi.listKeys, membership);
  const shown = offered.filter(({ step }) => step !== 'key' || mayReadKeys);
  if (shown.every(({ isDone }) => isDone)) return null;
  return shown.map(({ step, isDone }) => ({ step, isDone }));
}
