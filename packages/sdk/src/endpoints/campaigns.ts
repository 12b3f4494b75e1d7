// Campaigns, experiences as files, why a user saw something, and reports.
import { endpoint } from '../endpoint.ts';

/** List campaigns. */
export const listCampaigns = endpoint<'listCampaigns'>('GET', '/v2/campaigns');
/** Create a campaign. */
export const createCampaign = endpoint<'createCampaign'>('POST', '/v2/campaigns');
/** Read one campaign. */
export const readCampaign = endpoint<'readCampaign'>('GET', '/v2/campaigns/{id}');
/** Replace one campaign. */
export const replaceCampaign = endpoint<'replaceCampaign'>('PUT', '/v2/campaigns/{id}');
/** Delete one campaign. */
export const deleteCampaign = endpoint<'deleteCampaign'>('DELETE', '/v2/campaigns/{id}');
/** Make the draft of a campaign live. */
export const publishCampaign = endpoint<'publishCampaign'>('POST', '/v2/campaigns/{id}/publish');
/** Stop serving a campaign. */
export const pauseCampaign = endpoint<'pauseCampaign'>('POST', '/v2/campaigns/{id}/pause');
/** End the test of a campaign: give everyone one variation. */
export const endTest = endpoint<'endTest'>('POST', '/v2/campaigns/{id}/end-test');
/** Publish the draft of a campaign at a set time. */
export const schedulePublication = endpoint<'schedulePublication'>(
  'PUT',
  '/v2/campaigns/{id}/scheduled-publication',
);
/** Cancel the scheduled publication of a campaign. */
export const unschedulePublication = endpoint<'unschedulePublication'>(
  'DELETE',
  '/v2/campaigns/{id}/scheduled-publication',
);
/** Hold, resume, advance or return the rollout of a campaign. */
export const steerRollout = endpoint<'steerRollout'>('POST', '/v2/campaigns/{id}/rollout');
/** Make a signed preview id of the draft. */
export const previewCampaign = endpoint<'previewCampaign'>('POST', '/v2/campaigns/{id}/preview');
/** Check the draft of a campaign: errors and warnings. */
export const checkCampaign = endpoint<'checkCampaign'>('POST', '/v2/campaigns/{id}/check');
/** Put a campaign away. */
export const archiveCampaign = endpoint<'archiveCampaign'>('POST', '/v2/campaigns/{id}/archive');
/** Take a campaign out of the archive, as a draft. */
export const unarchiveCampaign = endpoint<'unarchiveCampaign'>(
  'POST',
  '/v2/campaigns/{id}/unarchive',
);
/** Give the draft of a campaign a new seed. */
export const restartCampaign = endpoint<'restartCampaign'>('POST', '/v2/campaigns/{id}/restart');
/** Make a draft like the draft of a campaign, with a seed and ids of its own. */
export const cloneCampaign = endpoint<'cloneCampaign'>('POST', '/v2/campaigns/{id}/clone');
/** List what one campaign was: who made which version when. */
export const listCampaignVersions = endpoint<'listCampaignVersions'>(
  'GET',
  '/v2/campaigns/{id}/versions',
);
/** Read one campaign as it was. */
export const readCampaignVersion = endpoint<'readCampaignVersion'>(
  'GET',
  '/v2/campaigns/{id}/versions/{version}',
);
/** Show what differs between two versions of one campaign. */
export const compareCampaignVersions = endpoint<'compareCampaignVersions'>(
  'GET',
  '/v2/campaigns/{id}/versions/{version}/diff',
);
/** Make one campaign what it was at a version, as a further version. */
export const restoreCampaign = endpoint<'restoreCampaign'>('POST', '/v2/campaigns/{id}/restore');
/** Does publishing the draft of a campaign need an approval, and has it one? */
export const readApproval = endpoint<'readApproval'>('GET', '/v2/campaigns/{id}/approval');
/** Ask for approval of the draft of a campaign, as it is now. */
export const askApproval = endpoint<'askApproval'>('POST', '/v2/campaigns/{id}/approval');
/** Withdraw the request for approval of a campaign, also one that was approved. */
export const withdrawApproval = endpoint<'withdrawApproval'>(
  'DELETE',
  '/v2/campaigns/{id}/approval',
);
/** List requests for approval that stand: waiting, sent back, or approved and not published. */
export const listApprovals = endpoint<'listApprovals'>('GET', '/v2/approvals');
/** Read what a campaign was to show, and what was decided. */
export const readJournalEntry = endpoint<'readJournalEntry'>('GET', '/v2/campaigns/{id}/journal');
/** Write what a campaign was to show, and what was decided. */
export const replaceJournalEntry = endpoint<'replaceJournalEntry'>(
  'PUT',
  '/v2/campaigns/{id}/journal',
);
/** Search the journal of all campaigns. */
export const listJournal = endpoint<'listJournal'>('GET', '/v2/journal');
/** List the comments on a campaign. */
export const listComments = endpoint<'listComments'>('GET', '/v2/campaigns/{id}/comments');
/** Comment on a campaign. */
export const createComment = endpoint<'createComment'>('POST', '/v2/campaigns/{id}/comments');
/** Edit a comment of your own. */
export const replaceComment = endpoint<'replaceComment'>(
  'PUT',
  '/v2/campaigns/{id}/comments/{comment}',
);
/** Delete a comment of your own. */
export const deleteComment = endpoint<'deleteComment'>(
  'DELETE',
  '/v2/campaigns/{id}/comments/{comment}',
);
/** Everything that is written for the site, in the form of an import. */
export const exportExperiences = endpoint<'exportExperiences'>('GET', '/v2/experiences/export');
/** Make the site what the files say: all of it, or, where a part is refused, nothing. */
export const importExperiences = endpoint<'importExperiences'>('POST', '/v2/experiences/import');
/** Make a past decision again. */
export const replayDecision = endpoint<'replayDecision'>('POST', '/v2/decisions/replay');
/** Explain what a user would see now. */
export const whyDecision = endpoint<'whyDecision'>('POST', '/v2/decisions/why');
/** Report what a campaign's variations did. */
export const reportCampaign = endpoint<'reportCampaign'>('GET', '/v2/campaigns/{id}/report');
/** Report what the whole programme does. */
export const reportHoldout = endpoint<'reportHoldout'>('GET', '/v2/holdouts/{id}/report');
/** Report what recommendations sold. */
export const reportRecommendations = endpoint<'reportRecommendations'>(
  'GET',
  '/v2/recommendations/report',
);
/** Plan a test: its users and days. */
export const planTest = endpoint<'planTest'>('GET', '/v2/plan');
