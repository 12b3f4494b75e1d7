// What is wrong with a draft, or probably not meant, before it is live.
import type { CampaignInput, Fault } from '@attune/contract';
import type { Context } from '../../../context.ts';
import type { FeedCache } from '../../catalog/feed-cache/index.ts';
import { selectPublications } from '../../configuration/publications/index.ts';
import { type ObjectRow, readObject } from '../../configuration/versioned-objects/index.ts';
import { conditionFields } from '../audiences/index.ts';
import { selectHoldouts } from '../holdouts/index.ts';
import { campaignKind, dependenciesOf } from './accept.ts';
import { recommendingWarnings } from './recommending-warnings.ts';
import { clockWarnings } from './schedule.ts';
import { definitionOf, inputOf } from './stored.ts';
import { holdoutWarnings } from './unit.ts';
import { validateCampaign, validateServing } from './validate.ts';
import { warningsOf } from './warnings.ts';

/** Errors, which refuse a draft's publication, and warnings, which do not. Throws `not_found`. */
export async function checkCampaign(
  ctx: Context,
  feedCache: FeedCache | undefined,
  siteId: number,
  id: number,
): Promise<{ faults: readonly Fault[]; warnings: readonly Fault[] }> {
  const row = await readObject(ctx.db, siteId, campaignKind, id);
  const dependencies = await dependenciesOf(ctx.db, siteId);
  const publications = await selectPublications(ctx.db, siteId);
  const published = publications.map(({ body }) => definitionOf(body));
  return {
    faults: [
      ...validateCampaign(inputOf(row.body), definitionOf(row.body), dependencies),
      ...validateServing(definitionOf(row.body), dependencies, published),
    ],
    warnings: await warnOf(ctx, feedCache, siteId, row),
  };
}

/** What of a draft is probably not meant; `input`: as it has just been given. */
export async function warnOf(
  ctx: Context,
  feedCache: FeedCache | undefined,
  siteId: number,
  row: ObjectRow,
  input?: CampaignInput,
): Promise<readonly Fault[]> {
  const { db, now, snapshots } = ctx;
  const campaign = definitionOf(row.body);
  const publications = await selectPublications(db, siteId);
  const { timeZone, audiences } = await dependenciesOf(db, siteId);
  const snapshot = snapshots.site(siteId);
  const fields = snapshot ? conditionFields(snapshot) : [];
  const properties = new Set(snapshot?.feeds.flatMap(({ affinity }) => affinity));
  return [
    ...clockWarnings(input?.schedule, timeZone),
    ...warningsOf(campaign, { now: now(), audiences, fields, properties, publications }),
    ...holdoutWarnings(campaign, publications, await selectHoldouts(db, siteId)),
    ...(await recommendingWarnings(ctx, feedCache, siteId, campaign)),
  ];
}
