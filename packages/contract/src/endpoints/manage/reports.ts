// Reports: what a campaign's variations did, and how sure that is.
import Type, { type Static } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { named } from '../../named.ts';
import { metricKinds } from './metrics.ts';
import { DesignTaken, Diagnosis, LookTaken, Preliminary, Verdict } from './report-parts.ts';
import { IdParams, shared } from './versioned.ts';

const count = Type.Integer({ minimum: 0 });
const probability = Type.Union([Type.Null(), Type.Number({ minimum: 0, maximum: 1 })]);
const numberOrNull = Type.Union([Type.Null(), Type.Number()]);

export const Interval = named(
  'Interval',
  Type.Object(
    { estimate: numberOrNull, low: numberOrNull, high: numberOrNull },
    { description: 'Always valid: look as often as you like. null: unknown, or unbounded.' },
  ),
);

const Day = named(
  'ReportDay',
  Type.Object({
    day: Type.String({ description: 'The day of first exposure, YYYY-MM-DD, site zone.' }),
    exposed: count,
    users: count,
    active: count,
    total: Type.Number(),
    mean: Interval,
  }),
);

const variationFields = {
  id: Type.Integer(),
  name: Type.String(),
  exposed: Type.Integer({ minimum: 0, description: 'Users who were exposed to it alone.' }),
  users: Type.Integer({ minimum: 0, description: 'Those of them whose window has closed.' }),
  open: Type.Integer({ minimum: 0, description: 'Those whose window is open: not counted yet.' }),
  active: Type.Integer({ minimum: 0, description: 'Counted users with an outcome.' }),
  total: Type.Number({ description: 'The sum over the counted users, winsorised.' }),
  mean: Interval,
  soFar: named(
    'SoFar',
    Type.Object(
      { active: count, total: Type.Number(), estimate: numberOrNull },
      {
        description:
          'The same of all exposed users, with what they did until now: preliminary, since windows ' +
          'are open. `estimate` is null where it would be biased.',
      },
    ),
  ),
  difference: Type.Union([Type.Null(), Interval]),
  uplift: Type.Union([Type.Null(), Interval]),
  pValue: probability,
  probabilityBest: probability,
  expectedLoss: numberOrNull,
  sentence: Type.String(),
};
const Variation = named('VariationReport', Type.Object(variationFields));
const VariationByDay = named(
  'VariationReportByDay',
  Type.Object({ ...variationFields, daily: Type.Array(Day) }),
);

const SampleRatio = Type.Object({
  pValue: probability,
  isSuspicious: Type.Boolean(),
  sentence: Type.String(),
  diagnosis: Type.Union([Type.Null(), Diagnosis], {
    description: 'null: nothing is suspicious, or of a breakdown or a span.',
  }),
});

const Stratum = named(
  'Stratum',
  Type.Object({
    version: Type.Integer(),
    variations: Type.Array(
      Type.Object({ id: Type.Integer(), exposed: count, share: Type.Number() }),
      { description: '`share` is what the draw gave the variation.' },
    ),
  }),
);

const Experience = named(
  'ExperienceReport',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    comparison: Type.Enum(['fixed', 'dynamic', 'none'], {
      description: 'By which methods; none: the variations were not drawn at random, or not alone.',
    }),
    baseline: Type.Union([Type.Null(), Type.Integer()], {
      description: 'The variation that the others are compared with.',
    }),
    mixed: Type.Integer({ minimum: 0, description: 'Users exposed to several: not counted.' }),
    variations: Type.Array(VariationByDay),
    look: LookTaken,
    verdict: Type.Union([Type.Null(), Verdict], {
      description: 'null: of a breakdown or a span, or where nothing is compared.',
    }),
    sampleRatio: Type.Union([Type.Null(), SampleRatio]),
    allocationVersions: Type.Array(Stratum),
    cuped: Type.Union([
      Type.Null(),
      Type.Object({ explained: Type.Number(), sentence: Type.String() }),
    ]),
    winsorised: Type.Union([
      Type.Null(),
      Type.Object({ at: Type.Number(), users: count, sentence: Type.String() }),
    ]),
    segments: Type.Array(
      Type.Object({ segment: Type.String(), variations: Type.Array(Variation) }),
    ),
    sentence: Type.String(),
  }),
);

export const ReportedMetric = named(
  'ReportedMetric',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    kind: Type.Enum([...metricKinds]),
    windowHours: Type.Integer(),
    better: Type.Enum(['higher', 'lower']),
    currency: Type.Union([Type.Null(), Type.String()]),
  }),
);

export const OtherCurrencies = named(
  'OtherCurrencies',
  Type.Array(Type.Object({ currency: Type.String(), events: count, value: Type.Number() }), {
    description: 'Outcomes that are not summed, since they are in another currency.',
  }),
);
export const NotCounted = named(
  'NotCounted',
  Type.Object(
    { bots: count, internal: count, sentence: Type.String() },
    {
      description:
        'Decisions that are in no other number: for bots, and for your own people. By whole days ' +
        "in the site's time zone.",
    },
  ),
);

const common = {
  metric: ReportedMetric,
  from: Type.String(),
  to: Type.String(),
  asOf: Type.String({ description: 'Includes everything that was logged until then.' }),
  breakdown: Type.Union([Type.Null(), Type.String()]),
  otherCurrencies: OtherCurrencies,
  notCounted: NotCounted,
  notes: Type.Array(Type.String()),
};

const Named = Type.Object({ id: Type.Integer(), name: Type.String() });
const unit = Type.Enum(['device', 'person', 'account'], { description: 'Counted as a user.' });
const Reported = Type.Object({
  ...Named.properties,
  unit,
  accountType: Type.Union([Type.Null(), Type.String()]),
});
const Report = named(
  'CampaignReport',
  Type.Object({
    campaign: Reported,
    design: DesignTaken,
    endedAt: Type.Union([Type.Null(), Type.String()], {
      description: 'When everyone got one variation: the report is as of then.',
    }),
    preliminary: Type.Union([Type.Null(), Preliminary], {
      description: 'null: once users count, of a breakdown or a span, and beyond 10,000 users.',
    }),
    experiences: Type.Array(Experience),
    ...common,
  }),
);
const HoldoutReport = named(
  'HoldoutReport',
  Type.Object({
    holdout: Type.Object({ ...Named.properties, unit }),
    programme: Experience,
    ...common,
  }),
);

const day = Type.String({ maxLength: 40, description: 'RFC 3339, or a day: YYYY-MM-DD.' });

const Query = Type.Object({
  metric: Type.Optional(
    Type.String({
      pattern: '^([0-9]{1,15}|clicks|purchases|revenue|add-to-cart)$',
      description: "An id, or the name of a built-in one. Default: the campaign's primary one.",
    }),
  ),
  from: Type.Optional(day),
  to: Type.Optional(day),
  breakdown: Type.Optional(
    Type.String({ pattern: '^(device|newReturning|audience:[0-9]{1,15})$' }),
  ),
  format: Type.Optional(Type.Enum(['json', 'csv'])),
});

export const reportCampaign = endpoint({
  ...shared,
  id: 'reportCampaign',
  tag: 'Reports',
  method: 'GET',
  path: '/v2/campaigns/{id}/report',
  summary: "Report what a campaign's variations did",
  description:
    'docs/reference/reports.md says what each number means. As CSV with `format=csv` or `Accept: text/csv`.',
  params: IdParams,
  query: Query,
  answers: { 200: { description: 'The report', schema: Report, isAlsoCsv: true } },
  errors: ['not_found', 'invalid_query'],
});

export const reportHoldout = endpoint({
  ...shared,
  id: 'reportHoldout',
  tag: 'Reports',
  method: 'GET',
  path: '/v2/holdouts/{id}/report',
  summary: 'Report what the whole programme does',
  description:
    'Users who would have been served something: those who were held out (variation 0), and ' +
    'those who were not (1).',
  params: IdParams,
  query: Query,
  answers: { 200: { description: 'The report', schema: HoldoutReport, isAlsoCsv: true } },
  errors: ['not_found', 'invalid_query'],
});

export type ReportOutput = Static<typeof Report>;
export type IntervalOutput = Static<typeof Interval>;
export type HoldoutReportOutput = Static<typeof HoldoutReport>;
