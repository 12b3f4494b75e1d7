// Routes of reports.
import { api } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { csvReply, wantsCsv } from '../../../http/csv-reply.ts';
import { type ManageRoute, manageRoute } from '../../../http/manage-route.ts';
import { reportCsv } from './csv.ts';
import { reportHoldout } from './holdout.ts';
import { planTest } from './plan.ts';
import { reportCampaign } from './reports.ts';

/** Routes of reports. */
export function reportRoutes(ctx: Context): ManageRoute[] {
  return [
    manageRoute(api.reportCampaign, async ({ snapshot, params, query, headers }) => {
      const { format, ...asked } = query;
      const report = await reportCampaign(ctx, snapshot, Number(params.id), asked);
      if (!wantsCsv(format, headers)) return { status: 200, body: report };
      const { campaign, experiences } = report;
      return csvReply(`campaign-${campaign.id}`, reportCsv(campaign.name, report, experiences));
    }),
    manageRoute(api.planTest, async ({ snapshot, query }) => ({
      status: 200,
      body: await planTest(ctx, snapshot, query),
    })),
    manageRoute(api.reportHoldout, async ({ snapshot, params, query, headers }) => {
      const { format, ...asked } = query;
      const report = await reportHoldout(ctx, snapshot, Number(params.id), asked);
      if (!wantsCsv(format, headers)) return { status: 200, body: report };
      const { holdout, programme } = report;
      return csvReply(`holdout-${holdout.id}`, reportCsv(holdout.name, report, [programme]));
    }),
  ];
}
