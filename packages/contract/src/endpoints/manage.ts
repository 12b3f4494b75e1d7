// Experiences as code: campaigns, audiences and identifier types.
import Type, { type Static, type TSchema } from 'typebox';
import { Json } from '../common.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const shared = { permission: 'manage', sources: ['Server-side'] } as const;
const name = Type.String({ minLength: 1, maxLength: 200 });
const IdParams = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,15}$', description: 'A number.' }),
});
const PageQuery = Type.Object({
  cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
  limit: Type.Optional(Type.String({ pattern: '^([1-9][0-9]?|100)$', description: '1 to 100.' })),
});
const IfMatch = Type.Object({
  'if-match': Type.Optional(Type.String({ description: 'The version that this replaces.' })),
});

const Condition = Type.Record(Type.String(), Json, {
  description: 'Mongo-style condition on attributes, e.g. `{ "device.type": "mobile" }`.',
});

const VariationInput = Type.Object({
  id: Type.Optional(Type.Integer({ minimum: 1, description: 'Keeps its id on replacement.' })),
  name,
  weight: Type.Number({ minimum: 0, maximum: 1_000_000, description: 'Relative to the others.' }),
  payload: Type.Union(
    [Type.Null(), Type.Object({ type: Type.Literal('CUSTOM_JSON'), data: Json })],
    {
      description: 'null: the control group.',
    },
  ),
});

const ExperienceInput = Type.Object({
  id: Type.Optional(Type.Integer({ minimum: 1 })),
  name,
  targeting: Type.Optional(Condition),
  variations: Type.Array(VariationInput, { minItems: 1, maxItems: 100 }),
});

const CampaignBody = Type.Object({
  name,
  selector: Type.String({ minLength: 1, maxLength: 200, description: 'Unique within the site.' }),
  groups: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 20, uniqueItems: true }),
  ),
  type: Type.Literal('custom'),
  schedule: Type.Optional(
    Type.Object({
      start: Type.Optional(Type.String({ description: 'RFC 3339.' })),
      end: Type.Optional(Type.String({ description: 'RFC 3339.' })),
    }),
  ),
  traffic: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'Share of users in the test. Default 1.' }),
  ),
  stickiness: Type.Optional(Type.Enum(['user', 'session', 'none'])),
  experiences: Type.Array(ExperienceInput, {
    minItems: 1,
    maxItems: 50,
    description: 'In order of priority: the first whose targeting matches decides.',
  }),
});

const Campaign = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  status: Type.Enum(['draft', 'live', 'paused']),
  publishedVersion: Type.Union([Type.Integer(), Type.Null()]),
  campaign: Json,
});

const AudienceBody = Type.Object({
  name,
  condition: Condition,
});
const Audience = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  audience: AudienceBody,
});

export const IdentifierTypeBody = Type.Object({
  name: Type.String({
    pattern: '^[a-z][a-z0-9_-]{0,49}$',
    description: 'As `cuidType` names it. Lower-case letters, digits, _ and -.',
  }),
});
const IdentifierType = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  identifierType: IdentifierTypeBody,
});

interface Kind<Id extends string, P extends string, B extends TSchema, O extends TSchema> {
  id: Id;
  path: P;
  tag: string;
  noun: string;
  body: B;
  output: O;
}

/** The five operations that every managed object has. */
function managed<
  const Id extends string,
  const P extends string,
  B extends TSchema,
  O extends TSchema,
>(kind: Kind<Id, P, B, O>) {
  const { id, path, tag, noun, body, output } = kind;
  const headers = { ETag: 'Its version' };
  return {
    list: endpoint({
      ...shared,
      tag,
      id: `list${id}s`,
      method: 'GET',
      path,
      summary: `List ${noun}s`,
      query: PageQuery,
      answers: {
        200: {
          description: 'A page, oldest first',
          schema: Type.Object({
            items: Type.Array(output),
            next: Type.Union([Type.String(), Type.Null()]),
          }),
        },
      },
    }),
    create: endpoint({
      ...shared,
      tag,
      id: `create${id}`,
      method: 'POST',
      path,
      summary: `Create ${noun.startsWith('a') || noun.startsWith('i') ? 'an' : 'a'} ${noun}`,
      body,
      answers: { 201: { description: 'Created', schema: output, headers } },
      errors: ['conflict'],
    }),
    read: endpoint({
      ...shared,
      tag,
      id: `read${id}`,
      method: 'GET',
      path: `${path}/{id}`,
      summary: `Read one ${noun}`,
      params: IdParams,
      answers: { 200: { description: 'It', schema: output, headers } },
      errors: ['not_found'],
    }),
    replace: endpoint({
      ...shared,
      tag,
      id: `replace${id}`,
      method: 'PUT',
      path: `${path}/{id}`,
      summary: `Replace one ${noun}`,
      params: IdParams,
      headers: IfMatch,
      body,
      answers: { 200: { description: 'Replaced', schema: output, headers } },
      errors: ['not_found', 'conflict', 'revision_mismatch'],
    }),
    remove: endpoint({
      ...shared,
      tag,
      id: `delete${id}`,
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: `Delete one ${noun}`,
      params: IdParams,
      headers: IfMatch,
      answers: { 204: { description: 'Deleted' } },
      errors: ['not_found', 'conflict', 'revision_mismatch'],
    }),
  } satisfies Record<string, Endpoint>;
}

export const campaigns = managed({
  id: 'Campaign',
  path: '/v2/campaigns',
  tag: 'Campaigns',
  noun: 'campaign',
  body: CampaignBody,
  output: Campaign,
});

export const audiences = managed({
  id: 'Audience',
  path: '/v2/audiences',
  tag: 'Audiences',
  noun: 'audience',
  body: AudienceBody,
  output: Audience,
});

export const identifierTypes = managed({
  id: 'IdentifierType',
  path: '/v2/identifier-types',
  tag: 'Identifier types',
  noun: 'identifier type',
  body: IdentifierTypeBody,
  output: IdentifierType,
});

const campaignAction = { ...shared, tag: 'Campaigns', method: 'POST', params: IdParams } as const;

export const publishCampaign = endpoint({
  ...campaignAction,
  id: 'publishCampaign',
  path: '/v2/campaigns/{id}/publish',
  summary: 'Make the draft of a campaign live',
  answers: { 200: { description: 'Live', schema: Campaign } },
  errors: ['not_found'],
});

export const pauseCampaign = endpoint({
  ...campaignAction,
  id: 'pauseCampaign',
  path: '/v2/campaigns/{id}/pause',
  summary: 'Stop serving a campaign',
  answers: { 200: { description: 'Paused', schema: Campaign } },
  errors: ['not_found', 'conflict'],
});

export const previewCampaign = endpoint({
  ...campaignAction,
  id: 'previewCampaign',
  path: '/v2/campaigns/{id}/preview',
  summary: 'Make a signed preview id of the draft',
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
export type AudienceInput = Static<typeof AudienceBody>;
export type IdentifierTypeInput = Static<typeof IdentifierTypeBody>;
