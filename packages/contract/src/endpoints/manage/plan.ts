// Planning a test: how many users and days it takes, from what the site's visitors did.
import Type, { type Static } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { named } from '../../named.ts';
import { ReportedMetric } from './reports.ts';
import { shared } from './versioned.ts';

const share = '^(0(\\.[0-9]{1,6})?|1(\\.0{1,6})?)$';
const small = '^[0-9]{1,2}$';
const daysOrNull = Type.Union([Type.Null(), Type.Number()], {
  description: 'Includes the window of the last users. null: no traffic.',
});

const Query = Type.Object({
  metric: Type.Optional(
    Type.String({
      pattern: '^([0-9]{1,15}|clicks|purchases|revenue|add-to-cart)$',
      description: 'Default: purchases.',
    }),
  ),
  unit: Type.Optional(Type.Enum(['device', 'person'], { description: 'Default: device.' })),
  variations: Type.Optional(Type.String({ pattern: small, description: 'Default 2.' })),
  metrics: Type.Optional(
    Type.String({ pattern: small, description: 'How many are compared. Default 1.' }),
  ),
  traffic: Type.Optional(
    Type.String({ pattern: share, description: "Of the site's visitors. Default 1." }),
  ),
  effect: Type.Optional(
    Type.String({
      pattern: '^[0-9](\\.[0-9]{1,6})?$',
      description: 'The least change to be found, of the number itself. Default 0.05.',
    }),
  ),
  power: Type.Optional(Type.String({ pattern: share, description: 'Default 0.8.' })),
  alpha: Type.Optional(Type.String({ pattern: share, description: 'Default 0.05.' })),
});

const Plan = named(
  'TestPlan',
  Type.Object({
    metric: ReportedMetric,
    from: Type.String({ description: 'Days of the site, of which the visitors are looked at.' }),
    to: Type.String(),
    users: Type.Integer({ minimum: 0, description: 'Visitors whose window has closed.' }),
    mean: Type.Number(),
    standardDeviation: Type.Number(),
    newUsersByDay: Type.Array(Type.Integer({ minimum: 0 }), {
      description: 'As they would have come to a campaign for everyone that began at `from`.',
    }),
    comparisons: Type.Integer({ minimum: 1 }),
    designs: Type.Array(
      Type.Object({
        kind: Type.Enum(['planned', 'any-time']),
        usersPerVariation: Type.Union([Type.Null(), Type.Integer()], {
          description: 'null: the metric has no number to change.',
        }),
        days: daysOrNull,
        found: Type.Array(
          Type.Object({ days: Type.Integer(), effect: Type.Union([Type.Null(), Type.Number()]) }),
          { description: 'The least change that is found in so many days.' },
        ),
      }),
    ),
  }),
);

export const planTest = endpoint({
  ...shared,
  id: 'planTest',
  tag: 'Reports',
  method: 'GET',
  path: '/v2/plan',
  summary: 'Plan a test: its users and days',
  description:
    "From what the site's visitors of the last 28 days did. docs/reference/test-designs.md says how.",
  query: Query,
  answers: { 200: { description: 'The plan', schema: Plan } },
  errors: ['not_found', 'invalid_query'],
});

export type PlanOutput = Static<typeof Plan>;
