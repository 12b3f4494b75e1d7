// Approvals: on a site that asks for them, a draft is published once another teammate agreed.
import Type, { type Static } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { named } from '../../named.ts';
import { IdParams, id, shared } from './versioned.ts';

const orNull = Type.Union([Type.String(), Type.Null()]);

/** What a request says, and what the answer to one does. */
export const approvalText = Type.String({ maxLength: 2_000 });

/** Who may approve: no one needs to, an Editor or an Admin, an Admin alone. */
export const approvalRules = ['none', 'editor', 'admin'] as const;

const Request = named(
  'ApprovalRequest',
  Type.Object({
    version: Type.Integer({ description: 'Of the draft that it is about.' }),
    status: Type.Enum(['waiting', 'approved', 'sent-back', 'withdrawn', 'outdated'], {
      description: 'outdated: the draft was changed after the request, which voids it.',
    }),
    askedAt: Type.String({ description: 'RFC 3339.' }),
    askedBy: Type.String(),
    note: Type.String(),
    decidedAt: orNull,
    decidedBy: orNull,
    comment: Type.String({ description: 'The comment on the decision.' }),
  }),
);

const Approval = named(
  'Approval',
  Type.Object({
    rule: Type.Enum([...approvalRules], {
      description:
        "The site's: publishing needs no approval, one by an Editor or Admin, or one by an Admin.",
    }),
    isNeeded: Type.Boolean({
      description:
        'Would publishing the draft be refused now? Not once it is approved, and not for what was ' +
        'published before.',
    }),
    request: Type.Union([Request, Type.Null()], { description: 'The latest one.' }),
    mayDecide: Type.Boolean({ description: 'May the teammate who reads this? A key never does.' }),
  }),
);

const shape = {
  ...shared,
  tag: 'Campaigns',
  path: '/v2/campaigns/{id}/approval',
  params: IdParams,
} as const;
const answers = { 200: { description: 'How it stands', schema: Approval } } as const;

export const readApproval = endpoint({
  ...shape,
  id: 'readApproval',
  method: 'GET',
  summary: 'Does publishing the draft of a campaign need an approval, and has it one?',
  answers,
  errors: ['not_found'],
});

export const askApproval = endpoint({
  ...shape,
  id: 'askApproval',
  method: 'POST',
  summary: 'Ask for approval of the draft of a campaign, as it is now',
  description:
    'A change of the draft voids it. Asking again replaces the request before. Sites that publish ' +
    'without approval can ask for one as well.',
  body: Type.Object({ note: Type.Optional(approvalText) }),
  answers,
  errors: ['not_found', 'conflict'],
});

export const withdrawApproval = endpoint({
  ...shape,
  id: 'withdrawApproval',
  method: 'DELETE',
  summary: 'Withdraw the request for approval of a campaign, also one that was approved',
  answers,
  errors: ['not_found', 'conflict'],
});

export const listApprovals = endpoint({
  ...shared,
  tag: 'Campaigns',
  id: 'listApprovals',
  method: 'GET',
  path: '/v2/approvals',
  summary:
    'List requests for approval that stand: waiting, sent back, or approved and not published',
  answers: {
    200: {
      description: 'The latest 100, the newest first',
      schema: Type.Object({
        items: Type.Array(
          Type.Object({
            campaignId: id,
            name: Type.String(),
            selector: Type.String(),
            request: Request,
            mayDecide: Type.Boolean(),
          }),
        ),
      }),
    },
  },
});

export type ApprovalOutput = Static<typeof Approval>;
export type ApprovalRule = (typeof approvalRules)[number];
export type ApprovalRequestOutput = Static<typeof Request>;
export { Approval };
