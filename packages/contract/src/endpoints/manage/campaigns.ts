// Campaigns: a selector, the targeting, and what may be given.
import Type, { type Static, type TSchema } from 'typebox';
import { identifier, Json } from '../../common.ts';
import { endpoint } from '../../endpoint.ts';
import { named } from '../../named.ts';
import { history } from './history.ts';
import { payloadOf } from './payload.ts';
import {
  Condition,
  IdParams,
  IfMatch,
  id,
  label,
  name,
  shared,
  versioned,
  Warnings,
} from './versioned.ts';

const Tag = named(
  'Tag',
  Type.Object({
    property: Type.String({ minLength: 1, maxLength: 255 }),
    value: Type.String({ minLength: 1, maxLength: 1_000 }),
  }),
);

const VariationInput = named(
  'VariationInput',
  Type.Object({
    id: Type.Optional(Type.Integer({ minimum: 1, description: 'Keeps its id on replacement.' })),
    name,
    weight: Type.Number({ minimum: 0, maximum: 1_000_000, description: 'Relative to the others.' }),
    payload: payloadOf(id),
    tags: Type.Optional(
      Type.Array(Tag, {
        maxItems: 20,
        description: 'Values of affinity properties; for affinity allocation.',
      }),
    ),
  }),
);

const ExperienceInput = named(
  'ExperienceInput',
  Type.Object({
    id: Type.Optional(id),
    name,
    targeting: Type.Optional(Condition),
    allocation: Type.Optional(
      named(
        'Allocation',
        Type.Enum(['manual', 'dynamic', 'affinity'], {
          description:
            'manual (default): by weight. dynamic: weights move hourly towards what does best on ' +
            '`metric`. affinity: the variation whose tags rank highest for the user; by weight for ' +
            'users without known affinity.',
        }),
      ),
    ),
    metric: Type.Optional(
      Type.Integer({ minimum: 1, description: "Default: the campaign's primary metric." }),
    ),
    served: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 20, description: 'Variations a decision. Default 1.' }),
    ),
    variations: Type.Array(VariationInput, { minItems: 1, maxItems: 100 }),
  }),
);

const TestUser = named(
  'TestUser',
  Type.Object({
    id: Type.Optional(identifier({ pattern: '^-?[0-9]{1,19}$', description: 'A user id; or:' })),
    cuid: Type.Optional(identifier({ minLength: 1, maxLength: 250 })),
    cuidType: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
    experience: Type.String({ minLength: 1, maxLength: 200, description: 'By name.' }),
    variation: Type.String({ minLength: 1, maxLength: 200, description: 'By name.' }),
  }),
);

const scheduled = Type.Optional(
  Type.String({
    description: 'RFC 3339; or a time without a zone, `2026-11-27T00:00`, in that of the site.',
  }),
);

export const CampaignBody = Type.Object({
  name,
  selector: Type.String({ minLength: 1, maxLength: 200, description: 'Unique within the site.' }),
  groups: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 20, uniqueItems: true }),
  ),
  labels: Type.Optional(Type.Array(label, { maxItems: 20, uniqueItems: true })),
  notes: Type.Optional(Type.String({ maxLength: 10_000 })),
  type: Type.Enum(['custom', 'recommendations', 'sorting'], {
    description: 'What its variations give: their JSON, items of a feed, or an order of items.',
  }),
  schedule: Type.Optional(named('Schedule', Type.Object({ start: scheduled, end: scheduled }))),
  traffic: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'Share of users in the test. Default 1. Lowering it keeps those who were given a variation.',
    }),
  ),
  rollback: Type.Optional(
    Type.Boolean({
      description:
        'Takes out who is beyond `traffic`, also those who were given a variation before. Default ' +
        'false.',
    }),
  ),
  stickiness: Type.Optional(
    Type.Enum(['user', 'session', 'none'], {
      description:
        'What a variation sticks to: the unit (`user`, default), the session, or nothing: each ' +
        'request is drawn anew.',
    }),
  ),
  unit: Type.Optional(
    named(
      'Unit',
      Type.Enum(['device', 'person', 'account'], {
        description:
          'What is drawn, kept with its variation and counted in reports. device: whatever happens ' +
          'to names. person: on all of their devices, once identified. account: everybody of an ' +
          'account alike. Missing: device for a new campaign; one that is replaced keeps its own.',
      }),
    ),
  ),
  accountType: Type.Optional(
    Type.String({
      maxLength: 50,
      description: 'With the unit `account`: the identifier type that names accounts.',
    }),
  ),
  layer: Type.Optional(
    Type.Object(
      { id, share: Type.Number({ exclusiveMinimum: 0, maximum: 1 }) },
      { description: 'Of the campaigns of a layer, a user is in one at most.' },
    ),
  ),
  ignoresHoldouts: Type.Optional(
    Type.Boolean({ description: 'Serves those who are held out as well. Default false.' }),
  ),
  servesWithoutConsent: Type.Optional(
    Type.Boolean({
      description:
        'Serves users who have not consented as well: for what needs no profile. Nothing of it is ' +
        'recorded. Default false.',
    }),
  ),
  payloadSchema: Type.Optional(
    Type.Record(Type.String(), Json, { description: 'JSON Schema 2020-12 of the payload data.' }),
  ),
  metrics: Type.Optional(
    Type.Object({
      primary: Type.Optional(id),
      others: Type.Optional(Type.Array(id, { maxItems: 20, uniqueItems: true })),
    }),
  ),
  testUsers: Type.Optional(
    Type.Array(TestUser, {
      maxItems: 100,
      description: 'Who is always given a certain variation; never counts.',
    }),
  ),
  experiences: Type.Array(ExperienceInput, {
    minItems: 1,
    maxItems: 50,
    description: 'In order of priority: the first whose targeting matches decides.',
  }),
});

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

export const campaigns = versioned(kind);
export const campaignHistory = history(kind);

const Finding = Type.Object({ pointer: Type.String(), detail: Type.String() });

const campaignAction = { ...shared, tag: 'Campaigns', method: 'POST', params: IdParams } as const;

export const publishCampaign = endpoint({
  ...campaignAction,
  id: 'publishCampaign',
  path: '/v2/campaigns/{id}/publish',
  summary: 'Make the draft of a campaign live',
  answers: { 200: { description: 'Live', schema: Campaign } },
  errors: ['not_found', 'conflict'],
});

export const pauseCampaign = endpoint({
  ...campaignAction,
  id: 'pauseCampaign',
  path: '/v2/campaigns/{id}/pause',
  summary: 'Stop serving a campaign',
  answers: { 200: { description: 'Paused', schema: Campaign } },
  errors: ['not_found', 'conflict'],
});

export const archiveCampaign = endpoint({
  ...campaignAction,
  id: 'archiveCampaign',
  path: '/v2/campaigns/{id}/archive',
  summary: 'Put a campaign away',
  description: 'It is no longer served, nor listed unless asked for; its selector is free.',
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
    'Once it is published everybody is drawn anew, and who was given what before is forgotten.',
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

export type CampaignInput = Static<typeof CampaignBody>;
