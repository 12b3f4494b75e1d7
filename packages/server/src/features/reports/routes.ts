// Routes of reports.
import { api } from '@attune/contract';
import type { Context } from '../../context.ts';
import { type ManageRoute, manageRoute } from '../../http/manage-route.ts';
import { reportCsv } from './csv.ts';
import { reportCampaign } from './reports.ts';

const csvType = 'text/csv; charset=utf-8';

/** Routes of reports. */
export function reportRoutes(ctx: Context): ManageRoute[] {
  return [
    manageRoute(api.reportCampaign, async ({ snapshot, params, query, headers }) => {
      const { format, ...asked } = query;
      const report = await reportCampaign(ctx, snapshot, Number(params.id), asked);
      const isCsv = format === 'csv' || (!format && headers['accept'] === 'text/csv');
      if (!isCsv) return { status: 200, body: report };
      const name = `attachment; filename="campaign-${params.id}.csv"`;
      const disposition = { 'content-disposition': name };
      return { status: 200, text: reportCsv(report), type: csvType, headers: disposition };
    }),
  ];
}
