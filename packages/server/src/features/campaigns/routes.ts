// Management routes of campaigns.
import { api } from '@attune/contract';
import type { Context } from '../../context.ts';
import { type Route, route } from '../../http/route.ts';
import { managedRoutes, type ObjectRow, replyWith, whoOf } from '../managed/index.ts';
import { campaignKind } from './accept.ts';
import { pauseCampaign, previewCampaign, publishCampaign, showCampaigns } from './campaigns.ts';

/** Routes of campaigns. */
export function campaignRoutes(ctx: Context): Route[] {
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
    route(api.publishCampaign, async (call) => {
      const who = whoOf(call);
      return one(who.siteId, await publishCampaign(ctx, who, Number(call.params.id)));
    }),
    route(api.pauseCampaign, async (call) => {
      const who = whoOf(call);
      return one(who.siteId, await pauseCampaign(ctx, who, Number(call.params.id)));
    }),
    route(api.previewCampaign, async ({ caller, params, body }) => ({
      status: 200,
      body: await previewCampaign(ctx, caller.snapshot.site, Number(params.id), body),
    })),
  ];
}
