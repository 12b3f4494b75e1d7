// Front door of campaigns.
export { carriedCampaignKind, goneId } from './accept.ts';
export { approvalRuleOf, needsApproval } from './approval.ts';
export {
  type CampaignRow,
  type CampaignStatus,
  publicationsById,
  selectCampaigns,
  statusOf,
} from './campaigns.ts';
export { checkCampaign } from './check.ts';
export { type Design, designOf } from './design.ts';
export { withIdsByName } from './ids.ts';
export { archiveCampaign, pauseCampaign, publishCampaign, unarchiveCampaign } from './lifecycle.ts';
export { validateSlots } from './payload.ts';
export { decodePreview, type Preview } from './preview.ts';
export { steerRollout } from './rollout/steer.ts';
export * from './rollout/store.ts';
export { campaignConsoleRoutes, campaignRoutes } from './routes.ts';
export { definitionOf, inputOf } from './stored.ts';
