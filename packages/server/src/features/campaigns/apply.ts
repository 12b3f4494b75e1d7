// Campaigns from files: created or replaced by their selector, published by their status.
import type { CampaignInput } from '@attune/contract';
import type { Context, Who } from '../../context.ts';
import { createObject, replaceObject, selectObjects } from '../managed/index.ts';
import { campaignKind } from './accept.ts';
import { withIdsByName } from './ids.ts';
import { pauseCampaign, publishCampaign } from './life.ts';
import { definitionOf } from './stored.ts';

/**
 * Creates or replaces a campaign by its selector name, and publishes or pauses it where a status
 * is asked for. Ids are kept by name: experiences and variations that are named as before stay.
 */
export async function applyCampaign(
  ctx: Context,
  who: Who,
  input: CampaignInput & { status?: 'draft' | 'live' | 'paused' },
): Promise<{ id: number; version: number }> {
  const { status, ...wanted } = input;
  const rows = await selectObjects(ctx.db, who.siteId, 'campaign');
  const before = rows.find(({ name }) => name === input.selector);
  const row = before
    ? await replaceObject(
        ctx,
        who,
        campaignKind,
        { id: before.id, ifMatch: undefined },
        withIdsByName(wanted, definitionOf(before.body)),
      )
    : await createObject(ctx, who, campaignKind, withIdsByName(wanted, undefined));
  if (status === 'live') await publishCampaign(ctx, who, row.id);
  if (status === 'paused') await pauseCampaign(ctx, who, row.id);
  return { id: row.id, version: row.version };
}
