// Front door of campaigns.
export { campaignKind, carriedCampaignKind, goneId } from './accept.ts';
export { approvalRuleOf, contentOf, needsApproval } from './approval.ts';
export * from './campaigns.ts';
export { checkCampaign } from './check.ts';
export { type Design, designOf } from './design.ts';
export { baselineOf, withoutEnd } from './ended.ts';
export { withIdsByName } from './ids.ts';
export { archiveCampaign, pauseCampaign, unarchiveCampaign } from './lifecycle.ts';
export { validateSlots } from './payload.ts';
export { decodePreview, type Preview } from './preview.ts';
export { publishCampaign } from './publish.ts';
export { steerRollout } from './rollout/steer.ts';
export * from './rollout/store.ts';
export { answering, campaignConsoleRoutes, campaignRoutes } from './routes.ts';
export { publishDue } from './scheduled/scheduled.ts';
export { definitionOf, inputOf } from './stored.ts';
export { goesWith } from './validate.ts';
