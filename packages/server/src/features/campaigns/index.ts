// Front door of campaigns.
export { applyCampaign } from './apply.ts';
export { type CampaignRow, selectCampaigns, showCampaigns } from './campaigns.ts';
export { decodePreview, type Preview } from './preview.ts';
export { campaignRoutes } from './routes.ts';
