// What a teammate writes of a campaign: its draw, its targeting, its variations.
import Type, { type Static } from 'typebox';
import { identifier, Json } from '../../common.ts';
import { named } from '../../named.ts';
import { payloadOf } from './payload.ts';
import { Condition, id, label, name } from './versioned.ts';

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
    shipped: Type.Optional(
      Type.Boolean({
        description:
          'The test has ended: everyone gets this variation, whatever they got before and whatever ' +
          'the traffic, the allocation and the layer are. One of an experience at most.',
      }),
    ),
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
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'Missing: answers and reports call it after its targeting, such as "Returning visitors on ' +
          'phones".',
      }),
    ),
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
    experience: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'By name; one without a name by its place: "Experience 1".',
    }),
    variation: Type.String({ minLength: 1, maxLength: 200, description: 'By name.' }),
  }),
);

const Design = named(
  'Design',
  Type.Object(
    {
      kind: Type.Enum(['any-time', 'planned'], {
        description:
          'any-time (default): look as often as you like. planned: one look, when so many users of ' +
          'each variation count; until then results are hidden.',
      }),
      usersPerVariation: Type.Optional(
        Type.Integer({ minimum: 100, maximum: 1e9, description: 'Of a planned test.' }),
      ),
      minimumEffect: Type.Optional(
        Type.Number({
          minimum: 0.001,
          maximum: 10,
          description: "The least change that matters, of the baseline's number. Default 0.05.",
        }),
      ),
      power: Type.Optional(
        Type.Number({
          minimum: 0.5,
          maximum: 0.99,
          description: 'How likely that change is to be found. Default 0.8.',
        }),
      ),
      alpha: Type.Optional(
        Type.Number({
          minimum: 0.001,
          maximum: 0.2,
          description:
            'The share of verdicts that may call a difference where is none. Default 0.05.',
        }),
      ),
    },
    {
      description:
        'How the campaign is judged. Of a published campaign a change counts from the next restart.',
    },
  ),
);

const scheduled = Type.Optional(
  Type.String({
    description: 'RFC 3339; or a time without a zone, `2026-11-27T00:00`, in that of the site.',
  }),
);

/** How much worse than the control a metric may be, and from how many users on it is looked at. */
export const guardrailRule = {
  margin: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 10,
      description: "Tolerated, as a share of the control's number: 0.05 (default) is 5 %.",
    }),
  ),
  minimumUsers: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'Exposed to the control and to the variation, before it may stop. Default 100.',
    }),
  ),
};

const Rollout = named(
  'Rollout',
  Type.Object(
    {
      steps: Type.Array(
        Type.Object({
          traffic: Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 }),
          hours: Type.Number({ minimum: 1, maximum: 2_160, description: 'Until the next step.' }),
        }),
        { minItems: 1, maxItems: 10 },
      ),
    },
    {
      description:
        'Shares of users who are in the test before all of `traffic` is: each higher than the one ' +
        'before. A breach of a guardrail goes back a step.',
    },
  ),
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
    description:
      'The content of its variations: their JSON, items of a feed, or an order of items.',
  }),
  schedule: Type.Optional(named('Schedule', Type.Object({ start: scheduled, end: scheduled }))),
  traffic: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'Share of users in the test. Default 1. Users who have a variation keep it when it ' +
        'is lowered.',
    }),
  ),
  rollout: Type.Optional(Rollout),
  rollback: Type.Optional(
    Type.Boolean({
      description:
        'Removes users beyond `traffic` from the test, including users who have a variation. ' +
        'Default false.',
    }),
  ),
  stickiness: Type.Optional(
    Type.Enum(['user', 'session', 'none'], {
      description:
        'How long a variation is kept: for the unit (`user`, default), for the session, or ' +
        'not at all, so that each request draws again.',
    }),
  ),
  unit: Type.Optional(
    named(
      'Unit',
      Type.Enum(['device', 'person', 'account'], {
        description:
          'The unit that is assigned to a variation and counted in reports. device: each ' +
          'device, also after a sign-in. person: a person on all of their devices, once ' +
          'identified. account: all people of an account together. Missing: device for a new ' +
          'campaign; an existing campaign keeps its unit.',
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
      { description: 'A user is in at most one campaign of a layer.' },
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
  template: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'The template that its variations are made of. It is of the same type.',
    }),
  ),
  payloadSchema: Type.Optional(
    Type.Record(Type.String(), Json, {
      description:
        'JSON Schema 2020-12 of the payload data, or of `custom` where items are recommended. ' +
        "With a template, missing: the template's, as it " +
        'is now. It stays what it is when the template changes.',
    }),
  ),
  metrics: Type.Optional(
    Type.Object({
      primary: Type.Optional(id),
      others: Type.Optional(Type.Array(id, { maxItems: 20, uniqueItems: true })),
      guardrails: Type.Optional(
        Type.Array(Type.Object({ metric: id, ...guardrailRule }), {
          maxItems: 10,
          description:
            'Metrics that must not get worse: a breach goes back a step, or pauses the campaign.',
        }),
      ),
    }),
  ),
  design: Type.Optional(Design),
  testUsers: Type.Optional(
    Type.Array(TestUser, {
      maxItems: 100,
      description: 'Users who always get a certain variation. They never count.',
    }),
  ),
  experiences: Type.Array(ExperienceInput, {
    minItems: 1,
    maxItems: 50,
    description: 'In order of priority: the first whose targeting matches decides.',
  }),
});

export type CampaignInput = Static<typeof CampaignBody>;
