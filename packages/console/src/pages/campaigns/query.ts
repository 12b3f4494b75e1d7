// What the pages of campaigns request, and what a change of a campaign makes stale.
import { consoleApi } from '../../api/endpoints.ts';

export const campaignParams = (site: string, id: number) => ({ params: { site, id: String(id) } });

export const stale = [
  consoleApi.listCampaigns,
  consoleApi.readCampaign,
  consoleApi.listCampaignVersions,
  consoleApi.checkCampaign,
  consoleApi.readApproval,
  consoleApi.listApprovals,
  consoleApi.readOverview,
  // Both say which campaigns use them.
  consoleApi.listStrategies,
  consoleApi.listAudiences,
  consoleApi.listAudit,
];
