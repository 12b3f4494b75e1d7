// Campaigns: written, published, paused, archived.
import Type, { type TSchema } from 'typebox';
import { Json } from '../../common.ts';
import { endpoint } from '../../endpoint.ts';
import { CampaignBody } from './campaign-body.ts';
import { history } from './history.ts';
import { journalDecisions } from './journal.ts';
import { RolloutSeen, rolloutActs } from './rollout.ts';
import { IdParams, IfMatch, label, name, shared, versioned, Warnings } from './versioned.ts';

const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const Time = Type.String({ description: 'RFC 3339.' });
const Moment = orNull(
  Type.Object({
    at: Type.String({ description: 'RFC 3339, in UTC.' }),
    local: Type.String({ description: 'RFC 3339, on the clock of the zone, with its offset.' }),
  }),
);
const status = Type.Enum(['draft', 'live', 'paused', 'archived']);

const Campaign = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  status,
  publishedVersion: orNull(Type.Integer()),
  publishedNumber: orNull(
    Type.Integer({ description: 'The same among those that were ever published, from 1.' }),
  ),
  updatedAt: orNull(Time),
  updatedBy: Type.String({ description: '"" where that was not kept.' }),
  publishedAt: orNull(Time),
  publishedBy: orNull(Type.String()),
  schedule: Type.Object(
    {
      timeZone: Type.String({ description: "The site's, as it is now." }),
      start: Moment,
      end: Moment,
    },
    { description: 'When it serves, as moments, which stay where they are if the zone changes.' },
  ),
  rollout: orNull(RolloutSeen),
  scheduledPublication: orNull(
    Type.Object(
      {
        version: Type.Integer(),
        at: Time,
        by: Type.String(),
        refused: orNull(Type.String({ description: 'Why it was not, or will not be, published.' })),
      },
      { description: 'The version of the draft that is to be published, and when.' },
    ),
  ),
  campaign: Json,
  warnings: Warnings,
});

const kind = {
  id: 'Campaign',
  path: '/v2/campaigns',
  tag: 'Campaigns',
  noun: 'campaign',
  body: CampaignBody,
  output: Campaign,
  filters: Type.Object({
    label: Type.Optional(label),
    status: Type.Optional(status),
    archived: Type.Optional(
      Type.Enum(['true', 'false'], { description: 'Archived ones as well. Default false.' }),
    ),
  }),
} as const;

const operations = versioned(kind);

export const campaigns = {
  ...operations,
  remove: endpoint({
    ...operations.remove,
    description: 'One that is live is refused with 409, unless that is confirmed.',
    query: Type.Object({
      confirm: Type.Optional(Type.Enum(['live'], { description: 'Delete it though it is live.' })),
    }),
  }),
};
export const campaignHistory = history(kind);

const Finding = Type.Object({ pointer: Type.String(), detail: Type.String() });

const campaignAction = { ...shared, tag: 'Campaigns', method: 'POST', params: IdParams } as const;

export const publishCampaign = endpoint({
  ...campaignAction,
  id: 'publishCampaign',
  path: '/v2/campaigns/{id}/publish',
  summary: 'Make the draft of a campaign live',
  answers: { 200: { description: 'Live', schema: Campaign } },
  errors: ['not_found', 'conflict', 'approval_missing'],
});

const scheduledPath = '/v2/campaigns/{id}/scheduled-publication';

export const schedulePublication = endpoint({
  ...campaignAction,
  id: 'schedulePublication',
  method: 'PUT',
  path: scheduledPath,
  summary: 'Publish the draft of a campaign at a set time',
  description:
    'It is published as it is now. If the draft is changed or its approval is withdrawn before then, ' +
    'it is not published, and `refused` says why. A later call moves it; publishing removes it.',
  body: Type.Object({
    at: Type.String({
      maxLength: 40,
      description:
        'In the future. RFC 3339; or a time without a zone, `2026-11-27T00:00`, in that of the site.',
    }),
  }),
  answers: { 200: { description: 'Scheduled', schema: Campaign } },
  errors: ['not_found', 'conflict', 'approval_missing'],
});

export const unschedulePublication = endpoint({
  ...campaignAction,
  id: 'unschedulePublication',
  method: 'DELETE',
  path: scheduledPath,
  summary: 'Cancel the scheduled publication of a campaign',
  answers: { 200: { description: 'Cancelled', schema: Campaign } },
  errors: ['not_found', 'conflict'],
});

export const endTest = endpoint({
  ...campaignAction,
  id: 'endTest',
  path: '/v2/campaigns/{id}/end-test',
  summary: 'End the test of a campaign: give everyone one variation',
  description:
    'Publishes what is live with one variation for everyone, exposed users included, and writes the ' +
    'journal. Reports end at that moment. Changes of the draft are not published; they stay in its ' +
    'history. Giving everyone the control needs no approval.',
  body: Type.Object({
    variations: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1 }), {
        maxItems: 50,
        uniqueItems: true,
        description:
          'Ids, one of an experience at most. Experiences without one return to their control: the ' +
          'first variation without payload, else the first. Default: none, so that all return.',
      }),
    ),
    conclusion: Type.Optional(
      Type.String({ maxLength: 10_000, description: 'For the journal. Default: what is there.' }),
    ),
    decision: Type.Optional(
      Type.Enum([...journalDecisions], {
        description: 'Default: `reverted` where everyone gets a control, else `shipped`.',
      }),
    ),
    askApproval: Type.Optional(
      Type.Boolean({
        description:
          'Where an approval is needed: makes the draft and asks for it, and publishes nothing. ' +
          'Default false: refused with `approval_missing`.',
      }),
    ),
  }),
  answers: { 200: { description: 'Ended, or proposed', schema: Campaign } },
  errors: ['not_found', 'conflict', 'approval_missing'],
});

export const pauseCampaign = endpoint({
  ...campaignAction,
  id: 'pauseCampaign',
  path: '/v2/campaigns/{id}/pause',
  summary: 'Stop serving a campaign',
  answers: { 200: { description: 'Paused', schema: Campaign } },
  errors: ['not_found', 'conflict'],
});

export const steerRollout = endpoint({
  ...campaignAction,
  id: 'steerRollout',
  path: '/v2/campaigns/{id}/rollout',
  summary: 'Hold, resume, advance or return the rollout of a campaign',
  description:
    'hold: no step begins by itself. resume: the present step is held anew, then the next begins; ' +
    'after a return, guardrails count users from then on. advance: the next step begins now. ' +
    'return: the step before, without those who came later; from the first step the campaign pauses.',
  body: Type.Object({ action: Type.Enum([...rolloutActs]) }),
  answers: { 200: { description: 'Done', schema: Campaign } },
  errors: ['not_found', 'conflict'],
});

export const archiveCampaign = endpoint({
  ...campaignAction,
  id: 'archiveCampaign',
  path: '/v2/campaigns/{id}/archive',
  summary: 'Put a campaign away',
  description:
    'It is no longer served, it is listed only with `archived`, and its selector is free.',
  answers: { 200: { description: 'Archived', schema: Campaign } },
  errors: ['not_found'],
});

export const unarchiveCampaign = endpoint({
  ...campaignAction,
  id: 'unarchiveCampaign',
  path: '/v2/campaigns/{id}/unarchive',
  summary: 'Take a campaign out of the archive, as a draft',
  answers: { 200: { description: 'A draft', schema: Campaign } },
  errors: ['not_found', 'conflict'],
});

export const restartCampaign = endpoint({
  ...campaignAction,
  id: 'restartCampaign',
  path: '/v2/campaigns/{id}/restart',
  summary: 'Give the draft of a campaign a new seed',
  description:
    'When it is published again, all users are assigned anew, and earlier assignments ' +
    'are forgotten.',
  headers: IfMatch,
  answers: {
    200: { description: 'A further version', schema: Campaign, headers: { ETag: 'Its version' } },
  },
  errors: ['not_found', 'conflict', 'revision_mismatch'],
});

export const cloneCampaign = endpoint({
  ...campaignAction,
  id: 'cloneCampaign',
  path: '/v2/campaigns/{id}/clone',
  summary: 'Make a draft like the draft of a campaign, with a seed and ids of its own',
  body: Type.Object({ name, selector: CampaignBody.properties.selector }),
  answers: {
    201: { description: 'The new one', schema: Campaign, headers: { ETag: 'Its version' } },
  },
  errors: ['not_found', 'conflict'],
});

export const checkCampaign = endpoint({
  ...campaignAction,
  id: 'checkCampaign',
  path: '/v2/campaigns/{id}/check',
  summary: 'Check the draft of a campaign: errors and warnings',
  description: 'Faults would refuse its publication; warnings would not.',
  access: 'Viewer',
  answers: {
    200: {
      description: 'What was found',
      schema: Type.Object({
        faults: Type.Array(Finding),
        warnings: Type.Array(Finding),
      }),
    },
  },
  errors: ['not_found'],
});

export const previewCampaign = endpoint({
  ...campaignAction,
  id: 'previewCampaign',
  path: '/v2/campaigns/{id}/preview',
  summary: 'Make a signed preview id of the draft',
  access: 'Viewer',
  description: 'Pass it in `selector.preview.ids` of choose. It is good for 7 days.',
  body: Type.Object({
    experienceId: Type.Optional(Type.Integer({ minimum: 1 })),
    variationId: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  answers: {
    200: {
      description: 'The preview id',
      schema: Type.Object({ previewId: Type.String(), expiresAt: Type.String() }),
    },
  },
  errors: ['not_found'],
});
