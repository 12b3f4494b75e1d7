// OFREP 0.3.0, by which OpenFeature's providers evaluate campaigns as flags: the reading of a
// campaign as a flag, and what OFREP calls errors.
import Type, { type Static } from 'typebox';
import { Json } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import { named } from '../named.ts';
import { sources } from '../permissions.ts';

/**
 * The errors that OFREP has a form of its own for, with its code and status. All others are problem
 * documents, here too.
 */
export const ofrepErrors: Readonly<
  Partial<Record<ErrorCode, { readonly status: number; readonly errorCode: string }>>
> = {
  malformed_json: { status: 400, errorCode: 'PARSE_ERROR' },
  invalid_query: { status: 400, errorCode: 'PARSE_ERROR' },
  targeting_key_missing: { status: 400, errorCode: 'TARGETING_KEY_MISSING' },
  invalid_request: { status: 400, errorCode: 'INVALID_CONTEXT' },
  not_found: { status: 404, errorCode: 'FLAG_NOT_FOUND' },
  internal: { status: 500, errorCode: 'GENERAL' },
};

export const OfrepFailure = named(
  'OfrepFailure',
  Type.Object(
    {
      key: Type.Optional(
        Type.String({ description: 'The key of the flag, if the request has one.' }),
      ),
      errorCode: Type.Enum([
        ...new Set(Object.values(ofrepErrors).map(({ errorCode }) => errorCode)),
      ]),
      errorDetails: Type.String(),
      metadata: Type.Object({
        code: Type.String({ description: 'Attune’s code of the error.' }),
        traceId: Type.String({ pattern: '^[0-9a-f]{32}$' }),
      }),
    },
    { description: 'A failure as OFREP has it.' },
  ),
);

const EvaluationRequest = named(
  'FlagEvaluationRequest',
  Type.Object({
    context: Type.Object(
      {
        targetingKey: Type.Optional(
          Type.String({
            maxLength: 250,
            description: 'The user, as `user.id` of choose. Required.',
          }),
        ),
      },
      {
        additionalProperties: true,
        description:
          '`cuid`, `cuidType`, `accounts`, `token` and `active_consent_accepted` are those of `user` ' +
          'in choose; `page`, `device` and `geo`, as objects or as names such as `page.type`, are those of its ' +
          '`context`. Any other string, number or boolean is a page attribute.',
      },
    ),
  }),
);

const Flag = named(
  'Flag',
  Type.Object({
    key: Type.String({ description: "The campaign's selector name." }),
    value: Type.Optional(Json),
    reason: Type.Enum(['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED', 'UNKNOWN'], {
      description:
        'SPLIT: chance was involved. TARGETING_MATCH: targeting was. DISABLED: the campaign is ' +
        'paused, or outside its schedule. UNKNOWN: no experience is for this user.',
    }),
    variant: Type.Optional(Type.String({ description: "The variation's name." })),
    metadata: Type.Object({
      decisionId: Type.String({ description: 'Report engagement with it.' }),
      campaignId: Type.Number(),
      campaignName: Type.String(),
      experienceId: Type.Optional(Type.Number()),
      experienceName: Type.Optional(Type.String()),
      variationId: Type.Optional(Type.Number()),
      variationName: Type.Optional(Type.String()),
    }),
  }),
);

const shared = {
  tag: 'OFREP',
  method: 'POST',
  permission: 'serve',
  sources,
  protocol: 'ofrep',
  body: EvaluationRequest,
  errors: ['targeting_key_missing'],
} as const;

const noValue =
  'A flag without `value` leaves the value to the code: control variations, and users that the ' +
  'campaign is not for.';

export const evaluateFlag = endpoint({
  ...shared,
  id: 'evaluateFlag',
  path: '/ofrep/v1/evaluate/flags/{key}',
  summary: 'Evaluate one flag',
  description:
    'Decides a custom campaign by its selector name, as choose does, and records the exposure. ' +
    `${noValue} Campaigns that recommend, sort, or give several variations are no flags.`,
  params: Type.Object({ key: Type.String({ minLength: 1, maxLength: 1000 }) }),
  answers: { 200: { description: 'The flag', schema: Flag } },
});

export const evaluateFlags = endpoint({
  ...shared,
  id: 'evaluateFlags',
  path: '/ofrep/v1/evaluate/flags',
  summary: 'Evaluate all flags',
  description:
    'Decides every published custom campaign, and records no exposure: report an engagement of ' +
    `type IMP with a flag's \`metadata.decisionId\` when it is first used. ${noValue}`,
  headers: Type.Object({
    'if-none-match': Type.Optional(
      Type.String({ description: 'The `ETag` of an earlier answer; 304 while the flags are it.' }),
    ),
  }),
  answers: {
    200: {
      description: 'The flags',
      schema: Type.Object({ flags: Type.Array(Flag) }),
      headers: { etag: 'Of the flags for this user: it changes when one of them does.' },
    },
    304: { description: 'The flags are as they were' },
  },
});

export type FlagsInput = Static<typeof EvaluationRequest>;
export type FlagOutput = Static<typeof Flag>;
