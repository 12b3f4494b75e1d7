// Audiences: conditions with a name, or lists of people, which campaigns and audiences refer to.
import Type, { type Static } from 'typebox';
import { identifier } from '../../common.ts';
import { endpoint } from '../../endpoint.ts';
import { named } from '../../named.ts';
import { history } from './history.ts';
import { Condition, IdParams, name, shared, versioned, Warnings } from './versioned.ts';

const tag = 'Audiences';

const AudienceBody = Type.Object({
  name,
  notes: Type.Optional(Type.String({ maxLength: 2_000 })),
  kind: Type.Optional(
    Type.Enum(['condition', 'list'], {
      description:
        'Who is in it: users that the condition matches (default), or people that the list names.',
    }),
  ),
  condition: Type.Optional(Condition),
});
const Audience = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  audience: AudienceBody,
  members: Type.Optional(Type.Integer({ description: 'Of a list: how many it names.' })),
  warnings: Warnings,
});

const kind = {
  id: 'Audience',
  path: '/v2/audiences',
  tag,
  noun: 'audience',
  body: AudienceBody,
  output: Audience,
} as const;

export const audiences = versioned(kind);
export const audienceHistory = history(kind);

const Member = named(
  'AudienceMember',
  Type.Object(
    {
      cuid: Type.Optional(identifier({ minLength: 1, maxLength: 250 })),
      cuidType: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      userId: Type.Optional(identifier({ pattern: '^-?[0-9]{1,19}$' })),
    },
    { description: 'A person, by `cuid` and `cuidType`; or a user, by `userId`.' },
  ),
);
const MembersChanged = Type.Object({
  members: Type.Integer({ description: 'How many it names now.' }),
  added: Type.Integer(),
  removed: Type.Integer(),
});
const mostListed = 100_000;
const ofMembers = {
  ...shared,
  tag,
  path: '/v2/audiences/{id}/members',
  params: IdParams,
  bodyLimitBytes: 16 * 1024 * 1024,
} as const;

export const replaceMembers = endpoint({
  ...ofMembers,
  id: 'replaceAudienceMembers',
  method: 'PUT',
  summary: 'Replace the members of a list',
  description:
    'At most 1,000,000: as JSON up to 100,000, or a line each as NDJSON (`application/x-ndjson`) ' +
    'or CSV (`text/csv`, with the header `cuid,cuidType` or `userId`; `;` and tabs stand between ' +
    'cells as well, and several user ids in one line). All of them or, with a ' +
    'fault in any line, none.',
  bodyForm: 'json-or-lines',
  body: Type.Object({ members: Type.Array(Member, { maxItems: mostListed }) }),
  answers: { 200: { description: 'Replaced', schema: MembersChanged } },
  errors: ['not_found', 'conflict'],
});

export const changeMembers = endpoint({
  ...ofMembers,
  id: 'changeAudienceMembers',
  method: 'POST',
  summary: 'Add members to a list, and remove some',
  body: Type.Object({
    add: Type.Optional(Type.Array(Member, { maxItems: mostListed })),
    remove: Type.Optional(Type.Array(Member, { maxItems: mostListed })),
  }),
  answers: { 200: { description: 'Changed', schema: MembersChanged } },
  errors: ['not_found', 'conflict'],
});

const Estimate = Type.Object({
  matching: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The best estimate; null where it depends on what only a request knows.',
  }),
  of: Type.Integer({
    description: 'All known users, of which these are a part; estimated as well.',
  }),
  from: Type.Integer({ description: 'Lower end of the interval, at 95 %.' }),
  to: Type.Integer({ description: 'Upper end.' }),
  sampled: Type.Integer({ description: 'How many users were looked at.' }),
  isExact: Type.Boolean({ description: 'All users were looked at.' }),
  unknown: Type.Array(Type.String(), {
    description: 'Attributes in the condition that only a request has.',
  }),
  warnings: Type.Array(
    Type.Object({
      pointer: Type.String({ description: "From the condition's root." }),
      detail: Type.String(),
      kind: Type.Enum(['never', 'never-part', 'unknown-field', 'unknown-value']),
    }),
    { description: 'Parts of the condition that its author probably did not mean.' },
  ),
});

export const estimateAudience = endpoint({
  ...shared,
  tag,
  id: 'estimateAudience',
  method: 'POST',
  path: '/v2/audiences/estimate',
  summary: 'Estimate how many known users a condition matches',
  description:
    'From a random sample of at most 2,000 stored profiles, a minute old at most. What only a ' +
    'request has (page, device, ...) may be or not be: `from` and `to` allow for both.',
  access: 'Viewer',
  body: Type.Object({ condition: Condition }),
  answers: { 200: { description: 'The estimate', schema: Estimate } },
});

const Field = named(
  'AudienceField',
  Type.Object({
    path: Type.String({ description: 'As a condition names it; `*` stands for any name.' }),
    type: Type.Enum(['string', 'number', 'boolean', 'list', 'any']),
    source: Type.Enum(
      ['built-in', 'page', 'affinity', 'activity', 'event', 'attribute', 'audience'],
      {
        description: 'page: `pageAttributes` of requests that the answering node was sent lately.',
      },
    ),
    description: Type.String(),
    values: Type.Array(
      Type.Object({
        value: Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
        label: Type.Optional(Type.String()),
        share: Type.Union([Type.Number(), Type.Null()], {
          description: 'The share of the sampled users who have it; null: unknown.',
        }),
      }),
    ),
    share: Type.Union([Type.Number(), Type.Null()]),
  }),
);

export const listAudienceFields = endpoint({
  ...shared,
  tag,
  id: 'listAudienceFields',
  method: 'GET',
  path: '/v2/audiences/fields',
  summary: 'List what a condition can ask about',
  description: 'With values that this site has really seen, and how often, from a sample of users.',
  answers: {
    200: { description: 'The fields', schema: Type.Object({ items: Type.Array(Field) }) },
  },
});

export type AudienceInput = Static<typeof AudienceBody>;
export type MemberInput = Static<typeof Member>;
export type MembersChangedOutput = Static<typeof MembersChanged>;
export type EstimateOutput = Static<typeof Estimate>;
export type AudienceFieldOutput = Static<typeof Field>;
