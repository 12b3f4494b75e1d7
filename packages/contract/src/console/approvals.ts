// What teammates alone do about approvals: decide, and publish without one in an emergency.
import Type from 'typebox';
import { Approval, approvalText } from '../endpoints/manage/approvals.ts';
import { publishCampaign } from '../endpoints/manage/campaigns.ts';
import { SiteParams, siteAddress, tag } from './common.ts';
import { consoleEndpoint } from './endpoint.ts';

const params = Type.Object({
  ...SiteParams.properties,
  ...publishCampaign.params.properties,
});

export const decideApproval = consoleEndpoint({
  tag,
  id: 'decideApproval',
  method: 'POST',
  path: `${siteAddress}/campaigns/{id}/approval/decision`,
  summary: 'Approve the draft of a campaign, or send it back',
  description:
    'The teammate who requested approval and the author of the version cannot approve ' +
    'it, unless no one else on the site can. The setting `approval` says whether Editors ' +
    'may.',
  access: 'Editor',
  params,
  body: Type.Object({
    version: Type.Integer({ minimum: 1, description: 'The one that was looked at.' }),
    decision: Type.Enum(['approve', 'send-back']),
    comment: Type.Optional(approvalText),
  }),
  answers: { 200: { description: 'How it stands', schema: Approval } },
  errors: ['not_found', 'conflict'],
});

export const publishWithoutApproval = consoleEndpoint({
  tag,
  id: 'publishWithoutApproval',
  method: 'POST',
  path: `${siteAddress}/campaigns/{id}/publish-without-approval`,
  summary: 'Make the draft of a campaign live though it is not approved, for a stated reason',
  access: 'Admin',
  params,
  body: Type.Object({ reason: Type.String({ minLength: 10, maxLength: 2_000 }) }),
  answers: publishCampaign.answers,
  errors: ['not_found', 'conflict'],
});
