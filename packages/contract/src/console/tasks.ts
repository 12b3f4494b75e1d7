// What teammates can do on a site, in words, each with the endpoints that it takes. Which roles can
// is what the endpoints say: the table that the server enforces.

import type { Role } from '../permissions.ts';
import type { ConsoleEndpointName } from './audited.ts';
import { experienceTasks } from './experience-tasks.ts';
import type { consoleApi } from './index.ts';
import type { Task } from './task.ts';

/** Endpoints of a site, which take a role there. */
type SiteEndpointName = {
  [Name in ConsoleEndpointName]: (typeof consoleApi)[Name]['access'] extends Role ? Name : never;
}[ConsoleEndpointName];

/** Does not compile while an endpoint of a site is in no task: `missing` then names it. */
function complete<const All extends readonly Task[]>(
  all: All &
    ([Exclude<SiteEndpointName, All[number]['endpoints'][number]>] extends [never]
      ? unknown
      : { missing: Exclude<SiteEndpointName, All[number]['endpoints'][number]> }),
): readonly Task[] {
  return all;
}

/** Everything that takes a role; the endpoints of one task take the same role. */
export const tasks = complete([
  ...experienceTasks,
  {
    area: 'Results',
    words: 'View the overview and reports, and search',
    endpoints: [
      'readOverview',
      'readPlacement',
      'searchSite',
      'reportCampaign',
      'reportHoldout',
      'reportRecommendations',
      'planTest',
    ],
  },
  {
    area: 'Results',
    words: 'Find out why a visitor saw something',
    endpoints: ['whyDecision', 'replayDecision'],
  },
  {
    area: 'Recommendations',
    words: 'View feeds and their items',
    endpoints: [
      ...(['listFeeds', 'readFeed', 'readFeedUses'] as const),
      ...(['readTransaction', 'readTransactionItem'] as const),
      ...(['listItems', 'readItem', 'describeItem'] as const),
      ...(['listFeedRevisions', 'compareFeedRevisions'] as const),
      'readFeedHealth',
      'listItemProblems',
      ...(['listUploads', 'readUpload', 'listPulls', 'readPull', 'listPullRuns'] as const),
    ],
  },
  {
    area: 'Recommendations',
    words: 'View and preview strategies, and compare what they would have recommended',
    endpoints: [
      'listStrategies',
      'readStrategy',
      'listStrategyVersions',
      'readStrategyVersion',
      'compareStrategyVersions',
      'previewStrategy',
      'listModels',
      'readModel',
      'listEvaluations',
      'readEvaluation',
      'tryAffinity',
    ],
  },
  {
    area: 'Recommendations',
    words: 'Create, load, schedule, roll back and delete feeds',
    endpoints: [
      'createFeed',
      'changeFeed',
      'deleteFeed',
      'putFeed',
      'bulkFeed',
      'rollbackFeed',
      'startUpload',
      'detectUpload',
      'previewUpload',
      'checkUpload',
      'publishUpload',
      'listRejectedRows',
      'deleteUpload',
      'replacePull',
      'deletePull',
      'testPull',
      'runPull',
    ],
  },
  {
    area: 'Recommendations',
    words: 'Create, edit and delete strategies, rebuild models and start evaluations',
    endpoints: [
      'createStrategy',
      'replaceStrategy',
      'deleteStrategy',
      'restoreStrategy',
      'rebuildModel',
      'startEvaluation',
    ],
  },
  {
    area: 'People',
    words: 'Look up a user and their affinity',
    endpoints: ['readUser', 'readUserAffinity', 'readUserAffinitySources'],
  },
  {
    area: 'People',
    words: 'Edit a user’s affinity',
    endpoints: ['editUserAffinity'],
  },
  {
    area: 'People',
    words: 'Export and erase users',
    endpoints: ['exportUser', 'eraseUser', 'eraseUsers', 'readUserErasures', 'exportUsers'],
  },
  {
    area: 'Monitoring',
    words: 'Watch live traffic, status and ingestion warnings',
    endpoints: ['readLive', 'readStatus', 'listIngestionWarnings'],
  },
  {
    area: 'Monitoring',
    words: 'Read the audit log of what they may change',
    endpoints: ['listAudit'],
  },
  {
    area: 'API keys',
    words: 'View API keys, and copy Client-side ones',
    endpoints: ['listKeys', 'readKey', 'copyKey', 'readDeletion'],
  },
  {
    area: 'API keys',
    words: 'Create, edit, rotate and delete API keys, and copy Server-side ones',
    endpoints: ['createKey', 'changeKey', 'rotateKey', 'deleteKey'],
  },
  {
    area: 'Site',
    words: 'View teammates, site settings and identifier types',
    endpoints: [
      'listTeammates',
      'readSettings',
      'readRetention',
      'listIdentifierTypes',
      'readIdentifierType',
    ],
  },
  {
    area: 'Site',
    words: 'Invite, change and remove teammates',
    endpoints: [
      'invite',
      'changeInvitation',
      'withdrawInvitation',
      'changeTeammate',
      'removeTeammate',
    ],
  },
  {
    area: 'Site',
    words: 'Change site settings, identifier types and signing keys',
    endpoints: [
      'changeSettings',
      'createIdentifierType',
      'replaceIdentifierType',
      'deleteIdentifierType',
      'readSigningKeys',
      'rotateSigningKey',
    ],
  },
  {
    area: 'Site',
    words: 'Choose who is notified of what, and see what was sent',
    endpoints: [
      ...(['listChannels', 'createChannel', 'readChannel', 'replaceChannel'] as const),
      ...(['deleteChannel', 'rotateChannelSecret', 'testChannel'] as const),
      ...(['listDeliveries', 'resendDelivery', 'readMail', 'testMail'] as const),
    ],
  },
]);
