// Management routes of campaigns.
import { api } from '@attune/contract';
import type { Context } from '../../context.ts';
import { type ManageRoute, manageRoute } from '../../http/manage-route.ts';
import { managedRoutes, type ObjectRow, replyWith } from '../managed/index.ts';
import { campaignKind } from './accept.ts';
import { pauseCampaign, previewCampaign, publishCampaign, showCampaigns } from './campaigns.ts';

/** Routes of campaigns. */
export function campaignRoutes(ctx: Context): ManageRoute[] {
  const endpoints = {
    list: api.listCampaigns,
    create: api.createCampaign,
    read: api.readCampaign,
    replace: api.replaceCampaign,
    remove: api.deleteCampaign,
  };
  const show = (siteId: number, rows: readonly ObjectRow[]) => showCampaigns(ctx.db, siteId, rows);
  const one = async (siteId: number, row: ObjectRow) => {
    const [body] = await show(siteId, [row]);
    return replyWith(200, row, body);
  };
  return [
    ...managedRoutes(ctx, endpoints, campaignKind, show),
    manageRoute(api.publishCampaign, async ({ who, params }) =>
      one(who.siteId, await publishCampaign(ctx, who, Number(params.id))),
    ),
    manageRoute(api.pauseCampaign, async ({ who, params }) =>
      one(who.siteId, await pauseCampaign(ctx, who, Number(params.id))),
    ),
    manageRoute(api.previewCampaign, async ({ snapshot, params, body }) => ({
      status: 200,
      body: await previewCampaign(ctx, snapshot.site, Number(params.id), body),
    })),
  ];
}
