// Settings, Site: what a site is, what is on, and how affinity is reckoned.
import Type, { type Static, type TSchema } from 'typebox';
import { approvalRules } from '../endpoints/manage/approvals.ts';
import { features, verticals } from '../permissions.ts';
import { SiteParams, siteAddress, tag } from './common.ts';
import { consoleEndpoint } from './endpoint.ts';

const shared = { tag } as const;
const base = `${siteAddress}/settings`;

/** The terms that a site may set, least and most, in days: pages may date events a week back. */
export const retentionBounds = {
  retentionDays: [7, 36_500],
  auditRetentionDays: [30, 36_500],
} as const;

/** Which decisions are logged: those that gave something, or all of them. */
const decisionLogs = ['served', 'all'] as const;

const Bands = Type.Record(
  Type.String(),
  Type.Union([Type.Number(), Type.Array(Type.Number(), { maxItems: 19 })]),
  {
    description:
      'Numeric properties: a number of bins of equal interest, or a list of their boundaries.',
  },
);
const Muted = Type.Object({
  property: Type.String({ maxLength: 200 }),
  value: Type.Optional(Type.String({ maxLength: 2_000 })),
});
/** null returns to the default. */
const orDefault = <T extends TSchema>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

const SiteWeight = Type.Object({
  property: Type.String(),
  weight: Type.Number({ description: "Average profiles that are added to a person's own." }),
  people: Type.Integer({ description: 'Of so many it is known what they did next.' }),
  ndcg: Type.Number({ description: 'NDCG@10 of the ranks by this weight, 0 to 1.' }),
  ndcgAlone: Type.Number({ description: 'The same by own scores alone.' }),
});

const Settings = Type.Object({
  name: Type.String(),
  vertical: Type.Enum([...verticals]),
  features: Type.Array(Type.Enum([...features])),
  timeZone: Type.String(),
  currency: Type.String(),
  requireConsent: Type.Boolean(),
  requireIdentityToken: Type.Boolean(),
  decisionLog: Type.Enum([...decisionLogs]),
  nightlyExport: Type.Boolean({
    description: 'Is the site exported each night, to where the operator has said?',
  }),
  approval: Type.Enum([...approvalRules], {
    description:
      'The role that approves drafts before they are published: none, an editor, or an ' + 'admin.',
  }),
  retentionDays: Type.Integer(),
  auditRetentionDays: Type.Integer(),
  learningCap: Type.Integer({
    description: 'How often a day one user counts in what is learned of all.',
  }),
  internalTraffic: Type.Object(
    {
      addresses: Type.Array(Type.String()),
      userAgents: Type.Array(Type.String()),
      audience: Type.Union([Type.Integer(), Type.Null()]),
    },
    { description: 'By what your own people are known: they are served, and count in nothing.' },
  ),
  affinity: Type.Object({
    weights: Type.Record(Type.String(), Type.Number()),
    halfLifeDays: Type.Number(),
    halfLifeDaysByProperty: Type.Record(Type.String(), Type.Number()),
    normalisation: Type.Number(),
    siteWeight: Type.Union([Type.Number(), Type.Null()], {
      description: "null: learned from the site's history.",
    }),
    siteWeightsLearned: Type.Array(SiteWeight),
    dailyCap: Type.Number(),
    properties: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'null: those of the feeds.',
    }),
    bandsByProperty: Bands,
    sessionMinutes: Type.Number(),
    sessionBlend: Type.Number(),
    muted: Type.Array(Muted),
    propertiesInUse: Type.Array(Type.String(), {
      description: 'Those that count now: chosen here, or else by the feeds.',
    }),
  }),
  columns: Type.Array(Type.String(), {
    description:
      'Columns of the feeds, judged by a sample of their items; the best ones for affinity ' +
      'come first.',
  }),
  identifierTypes: Type.Array(Type.String()),
  accountTypes: Type.Array(Type.String()),
  revision: Type.Integer(),
});

export const readSettings = consoleEndpoint({
  ...shared,
  id: 'readSettings',
  method: 'GET',
  path: base,
  summary: 'The settings of a site',
  access: 'Viewer',
  params: SiteParams,
  answers: { 200: { description: 'The settings', schema: Settings } },
});

export const changeSettings = consoleEndpoint({
  ...shared,
  id: 'changeSettings',
  method: 'PUT',
  path: base,
  summary: 'Change some settings of a site; what is left out stays',
  access: 'Admin',
  params: SiteParams,
  body: Type.Object({
    vertical: Type.Optional(Type.Enum([...verticals])),
    features: Type.Optional(Type.Array(Type.Enum([...features]), { uniqueItems: true })),
    timeZone: Type.Optional(Type.String({ maxLength: 100 })),
    currency: Type.Optional(Type.String({ maxLength: 3 })),
    requireConsent: Type.Optional(Type.Boolean()),
    requireIdentityToken: Type.Optional(Type.Boolean()),
    decisionLog: Type.Optional(Type.Enum([...decisionLogs])),
    nightlyExport: Type.Optional(Type.Boolean()),
    approval: Type.Optional(Type.Enum([...approvalRules])),
    retentionDays: Type.Optional(Type.Integer()),
    auditRetentionDays: Type.Optional(Type.Integer()),
    allowLoss: Type.Optional(
      Type.Boolean({ description: 'A shorter term that takes something is refused without.' }),
    ),
    learningCap: Type.Optional(Type.Number()),
    internalTraffic: Type.Optional(
      Type.Object({
        addresses: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 })),
        userAgents: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 })),
        audience: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
      }),
    ),
    affinity: Type.Optional(
      Type.Object({
        weights: Type.Optional(Type.Record(Type.String(), Type.Number())),
        halfLifeDays: Type.Optional(Type.Number()),
        halfLifeDaysByProperty: orDefault(
          Type.Record(Type.String(), Type.Union([Type.Number(), Type.Null()])),
        ),
        normalisation: Type.Optional(Type.Number()),
        siteWeight: orDefault(Type.Number()),
        dailyCap: Type.Optional(Type.Number()),
        bandsByProperty: orDefault(
          Type.Record(
            Type.String(),
            Type.Union([Type.Number(), Type.Array(Type.Number(), { maxItems: 19 }), Type.Null()]),
          ),
        ),
        sessionMinutes: Type.Optional(Type.Number()),
        sessionBlend: Type.Optional(Type.Number()),
        muted: orDefault(Type.Array(Muted, { maxItems: 1_000 })),
        properties: Type.Optional(
          Type.Union([Type.Array(Type.String({ maxLength: 200 }), { maxItems: 10 }), Type.Null()]),
        ),
      }),
    ),
  }),
  answers: { 200: { description: 'The settings', schema: Settings } },
});

const days = (of: string) =>
  Type.Optional(
    Type.String({ pattern: '^\\d{1,4}$', description: `${of}, in days; absent: as it is.` }),
  );

export const readRetention = consoleEndpoint({
  ...shared,
  id: 'readRetention',
  method: 'GET',
  path: `${siteAddress}/retention`,
  summary: 'What is past its term, under the terms in force or under others',
  access: 'Viewer',
  params: SiteParams,
  query: Type.Object({
    retentionDays: days('The term of events'),
    auditRetentionDays: days('The term of audit entries'),
  }),
  answers: {
    200: {
      description: 'What goes under these terms',
      schema: Type.Object({
        retentionDays: Type.Integer(),
        auditRetentionDays: Type.Integer(),
        eventsFrom: Type.Union([Type.String(), Type.Null()], {
          description: 'The first day of which events have not been dropped; null: none ever were.',
        }),
        events: Type.Object({
          before: Type.String({ description: 'Days before this one go.' }),
          days: Type.Integer(),
          firstDay: Type.Union([Type.String(), Type.Null()]),
          count: Type.Integer(),
        }),
        audit: Type.Object({ before: Type.String(), count: Type.Integer() }),
        withinMinutes: Type.Integer({ description: 'How soon it goes.' }),
      }),
    },
  },
});

export type ChangeSettingsInput = Static<typeof changeSettings.body>;

const SigningKeys = Type.Object({
  keys: Type.Array(
    Type.Object({
      id: Type.Integer(),
      activeAt: Type.String({ format: 'date-time', description: 'It signs from then on.' }),
    }),
    { description: 'The newest first.' },
  ),
});

export const readSigningKeys = consoleEndpoint({
  ...shared,
  id: 'readSigningKeys',
  method: 'GET',
  path: `${siteAddress}/signing-keys`,
  summary: 'The keys by which decision, slot and preview ids of a site are known',
  access: 'Admin',
  params: SiteParams,
  answers: { 200: { description: 'The keys, without their values', schema: SigningKeys } },
});

export const rotateSigningKey = consoleEndpoint({
  ...shared,
  id: 'rotateSigningKey',
  method: 'POST',
  path: `${siteAddress}/signing-keys`,
  summary: 'Sign with a new key; what earlier ones have signed is known until they are dropped',
  access: 'Admin',
  params: SiteParams,
  body: Type.Object({
    dropEarlier: Type.Optional(
      Type.Boolean({ description: 'Earlier IDs stop working, on open pages as well.' }),
    ),
  }),
  answers: { 201: { description: 'The keys that there are now', schema: SigningKeys } },
});
