// The decision endpoint: what shall this person see?
import Type, { type Static } from 'typebox';
import { Context, Json, Session, User, Warning } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { AnsweredColumns } from '../items.ts';
import { named } from '../named.ts';
import { sources } from '../permissions.ts';

const RealtimeRule = named(
  'RealtimeRule',
  Type.Object({
    type: Type.Enum(['include', 'exclude']),
    slots: Type.Array(Type.Integer({ minimum: 0, maximum: 1000 }), { maxItems: 100 }),
    query: Type.Object({
      conditions: Type.Array(
        Type.Object({
          field: Type.String({ minLength: 1, maxLength: 255 }),
          arguments: Type.Array(
            Type.Object({
              action: Type.Enum(['IS', 'IS_NOT', 'CONTAINS', 'EQ', 'GT', 'GTE', 'LT', 'LTE']),
              value: Type.Union([Type.String({ maxLength: 255 }), Type.Number(), Type.Boolean()]),
            }),
            {
              ...{ minItems: 1, maxItems: 100 },
              contains: Type.Object({ action: Type.Literal('CONTAINS') }),
              ...{ minContains: 0, maxContains: 10 },
            },
          ),
        }),
        // Without one of its conditions a rule would be another rule.
        { minItems: 1, maxItems: 10, 'x-whole': true },
      ),
    }),
  }),
);

/** Of one campaign. */
export const RealtimeRules = Type.Array(RealtimeRule, { maxItems: 5 });

const Selector = named(
  'Selector',
  Type.Object({
    names: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        maxItems: 100,
        description: 'Selector names of campaigns.',
      }),
    ),
    groups: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        maxItems: 100,
        description: 'Selector groups: every campaign that is in one.',
      }),
    ),
    preview: Type.Optional(
      Type.Object({
        ids: Type.Array(Type.String({ maxLength: 300 }), {
          maxItems: 20,
          description: 'Preview ids made by the management API.',
        }),
      }),
    ),
    args: Type.Optional(
      Type.Record(Type.String(), Type.Object({ realtimeRules: Type.Optional(RealtimeRules) })),
    ),
  }),
);

const Options = named(
  'ChooseOptions',
  Type.Object({
    isImplicitPageview: Type.Optional(
      Type.Boolean({ description: 'Report a pageview of `context.page` as well. Default false.' }),
    ),
    isImplicitImpressionMode: Type.Optional(
      Type.Boolean({ description: 'Served counts as seen. Default true.' }),
    ),
    returnAnalyticsMetadata: Type.Optional(Type.Boolean({ description: 'Default false.' })),
    isImplicitClientData: Type.Optional(
      Type.Boolean({ description: 'Take the device from the HTTP request itself. Default false.' }),
    ),
    recsProductData: Type.Optional(
      Type.Object({
        fieldFilter: Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { maxItems: 200 })),
        skusOnly: Type.Optional(Type.Boolean({ description: '`productData` is `{}`.' })),
      }),
    ),
    deduplicateRecommendations: Type.Optional(Type.Boolean()),
    explain: Type.Optional(
      Type.Boolean({ description: 'Adds `explanation` to each choice. Server-side keys only.' }),
    ),
  }),
);

const ChooseRequest = named(
  'ChooseRequest',
  Type.Object({
    user: Type.Optional(User),
    session: Type.Optional(Session),
    sessionId: Type.Optional(Type.String({ maxLength: 100 })),
    context: Type.Optional(Context),
    selector: Type.Optional(Selector),
    options: Type.Optional(Options),
  }),
);

const Payload = named(
  'Payload',
  Type.Union(
    [
      Type.Object({ type: Type.Literal('CUSTOM_JSON'), data: Json }),
      Type.Object({
        type: Type.Literal('RECS'),
        data: Type.Object({
          custom: Type.Optional(Json),
          slots: Type.Array(
            Type.Object({
              sku: Type.String(),
              slotId: Type.String(),
              productData: AnsweredColumns,
            }),
          ),
        }),
      }),
      Type.Object({
        type: Type.Literal('SORT'),
        data: Type.Object({
          slots: Type.Array(Type.Object({ sku: Type.String(), slotId: Type.String() })),
        }),
      }),
    ],
    { description: 'Told apart by `type`.' },
  ),
);

const Variation = named(
  'ChosenVariation',
  Type.Object({
    id: Type.Number(),
    payload: Payload,
    analyticsMetadata: Type.Optional(
      Type.Object({
        campaignId: Type.Number(),
        campaignName: Type.String(),
        experienceId: Type.Number(),
        experienceName: Type.String(),
        variationId: Type.Number(),
        variationName: Type.String(),
      }),
    ),
  }),
);

const Choice = named(
  'Choice',
  Type.Object({
    id: Type.Number({ description: "The campaign's id." }),
    name: Type.String({ description: "The campaign's selector name." }),
    type: Type.Enum(['DECISION', 'RECS_DECISION', 'SORTING_DECISION', 'NO_DECISION']),
    groups: Type.Array(Type.String()),
    decisionId: Type.String({
      description: 'Opaque and authenticated; report engagement with it.',
    }),
    variations: Type.Array(Variation),
    explanation: Type.Optional(Json),
  }),
);

const Cookie = named(
  'Cookie',
  Type.Object({
    name: Type.String(),
    value: Type.String(),
    maxAge: Type.String({ description: 'Seconds, as a string.' }),
  }),
);

const ChooseResponse = named(
  'ChooseResponse',
  Type.Object({
    choices: Type.Array(Choice),
    cookies: Type.Array(Cookie),
    warnings: Type.Optional(Type.Array(Warning)),
  }),
);

export const choose = endpoint({
  id: 'choose',
  tag: 'Serve',
  method: 'POST',
  path: '/v2/serve/user/choose',
  summary: 'Choose what a user sees',
  description:
    'Decides every campaign that the selector names or groups, in the order asked for. The answer ' +
    'never fails because recording or reading a profile did, nor because of a part of the request ' +
    'that cannot be read: it degrades and says so in `warnings`.',
  permission: 'serve',
  sources,
  body: ChooseRequest,
  isLenient: true,
  answers: { 200: { description: 'The choices', schema: ChooseResponse } },
});

export type ChooseInput = Static<typeof ChooseRequest>;
export type ChooseOutput = Static<typeof ChooseResponse>;
export type ChoiceOutput = Static<typeof Choice>;
