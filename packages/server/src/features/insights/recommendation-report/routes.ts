// Routes of the report of recommendations.
import { api } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { csvReply, wantsCsv } from '../../../http/csv-reply.ts';
import { type ManageRoute, manageRoute } from '../../../http/manage-route.ts';
import { recommendationCsv } from './csv.ts';
import { reportRecommendations } from './report.ts';

/** Routes of the report of recommendations. */
export function recommendationReportRoutes(ctx: Context): ManageRoute[] {
  return [
    manageRoute(api.reportRecommendations, async ({ snapshot, query, headers }) => {
      const { format, ...asked } = query;
      const report = await reportRecommendations(ctx, snapshot, asked);
      if (!wantsCsv(format, headers)) return { status: 200, body: report };
      return csvReply('recommendations', recommendationCsv(report));
    }),
  ];
}
