// Why did they see this: a past decision made again, and what would be decided now.
import Type, { type Static } from 'typebox';
import { Json, User, userName, Warning } from '../../common.ts';
import { endpoint } from '../../endpoint.ts';
import { named } from '../../named.ts';
import { choose } from '../choose.ts';
import { shared } from './versioned.ts';

const tag = 'Decisions';
const access = 'Viewer';
const NumberOrNull = Type.Union([Type.Number(), Type.Null()]);

const Outcome = named(
  'DecisionOutcome',
  Type.Object({
    reason: Type.String(),
    experienceId: NumberOrNull,
    variationId: NumberOrNull,
    propensity: Type.Number(),
    variationIds: Type.Optional(
      Type.Array(Type.Number(), { description: 'Everything that was served or withheld.' }),
    ),
  }),
);

const Words = named(
  'ExplainedInWords',
  Type.Object({
    summary: Type.String({ description: 'The result of the campaign, and the reason.' }),
    experiences: Type.Array(
      Type.Object({ id: Type.Number(), name: Type.String(), sentence: Type.String() }),
    ),
  }),
);

const Explained = {
  explanation: Type.Unknown({
    description:
      'The whole trace: each experience with its condition part by part; the bucket, and each ' +
      "variation's weight, share and range.",
  }),
  words: Words,
  audiences: Type.Record(Type.String(), Type.String(), {
    description: 'Names of the audiences that conditions refer to, by id.',
  }),
  lostPins: Type.Array(
    Type.Object({ slot: Type.Integer(), sku: Type.String(), reason: Type.String() }),
    {
      description: 'Pinned items of the variation that are not in their slots, and why, in words.',
    },
  ),
};

const Named = Type.Object({ id: Type.Number(), name: Type.String() });

const Replay = named(
  'Replay',
  Type.Object({
    decisionId: Type.String(),
    summary: Type.String({ description: 'The finding in a sentence.' }),
    same: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'null where it is unknown: not logged, or a value that it read was too long.',
    }),
    time: Type.String({ description: 'When it was decided; RFC 3339.' }),
    revision: Type.Number({ description: "The site's, by which it was decided." }),
    userId: Type.String(),
    userName,
    campaign: Type.Union([Named, Type.Null()]),
    logged: Type.Union([Outcome, Type.Null()]),
    recomputed: Type.Union([Outcome, Type.Null()]),
    recommended: Type.Union(
      [
        Type.Null(),
        Type.Array(
          Type.Object({
            slot: Type.Integer(),
            sku: Type.String(),
            step: Type.Union([Type.Integer(), Type.Null()]),
            propensity: Type.Number(),
          }),
        ),
      ],
      {
        description:
          'The items that it recommended, or the first items that it sorted, as recorded: ' +
          'feeds and models have changed since. null: neither.',
      },
    ),
    differences: Type.Array(Type.Object({ field: Type.String(), logged: Json, recomputed: Json })),
    values: Type.Record(Type.String(), Json, {
      description: 'The attributes that the decisions of the request read, by path.',
    }),
    notKept: Type.Array(Type.String(), { description: 'Paths of values that were too long.' }),
    explanation: Type.Union([Type.Object(Explained), Type.Null()]),
  }),
);

export const replayDecision = endpoint({
  ...shared,
  tag,
  access,
  id: 'replayDecision',
  method: 'POST',
  path: '/v2/decisions/replay',
  summary: 'Make a past decision again',
  description:
    'From the configuration of its revision and the attribute values that it read; says whether ' +
    'anything differs. Previews are never logged: the answer says so.',
  body: Type.Object({ decisionId: Type.String({ minLength: 1, maxLength: 300 }) }),
  answers: { 200: { description: 'The decision, then and now', schema: Replay } },
  errors: ['not_found', 'decision_gone', 'not_ready'],
});

const { selector } = choose.body.properties;

export const whyDecision = endpoint({
  ...shared,
  tag,
  access,
  id: 'whyDecision',
  method: 'POST',
  path: '/v2/decisions/why',
  summary: 'Explain what a user would see now',
  description:
    'Decides as choose does with `explain`, and records nothing. Without a selector, all live ' +
    'campaigns are explained, 100 at most.',
  body: Type.Object({
    user: Type.Optional(User),
    selector,
    request: Type.Optional(choose.body),
  }),
  answers: {
    200: {
      description: 'Each campaign with its explanation',
      schema: Type.Object({
        userId: Type.String(),
        userName,
        isKnown: Type.Boolean({ description: 'Is the user a person, and not only a device?' }),
        attributes: Type.Record(Type.String(), Json, {
          description: 'All that conditions can ask about the visitor.',
        }),
        campaigns: Type.Array(
          Type.Object({
            id: Type.Number(),
            name: Type.String(),
            selector: Type.String(),
            ...Explained,
          }),
        ),
        warnings: Type.Array(Warning),
      }),
    },
  },
});

export type ReplayOutput = Static<typeof Replay>;
export type WhyInput = Static<typeof whyDecision.body>;
export type WhyOutput = Static<(typeof whyDecision.answers)[200]['schema']>;
