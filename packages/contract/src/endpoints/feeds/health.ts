// How well a feed is: its rejected rows, how full and varied its columns are, what became worse.
import Type, { type Static } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { named } from '../../named.ts';
import { FeedParams, maybe, revision, shared, Time } from './shared.ts';

const alarmKinds = ['emptier', 'gone', 'fewer-values', 'rejected', 'shrunk'] as const;

const Share = Type.Number({ description: 'From 0 to 1.' });

const ColumnHealth = named(
  'ColumnHealth',
  Type.Object({
    column: Type.String(),
    filled: Share,
    distinct: Type.Integer({
      description: 'Different values among the items looked at; to 1,001.',
    }),
    before: maybe(Type.Object({ filled: Share, distinct: Type.Integer() })),
  }),
);

const Alarm = named(
  'FeedAlarm',
  Type.Object({
    kind: Type.Enum([...alarmKinds]),
    column: Type.Optional(Type.String()),
    detail: Type.String({ description: 'A sentence: what, from how much to how much.' }),
  }),
);

export const RejectionGroup = named(
  'RejectionGroup',
  Type.Object({
    reason: Type.String({ description: 'The part that the messages of these rows share.' }),
    rows: Type.Integer(),
    examples: Type.Array(Type.Object({ item: Type.String(), message: Type.String() })),
  }),
);

/** What was found of items by looking at all of them, or at a sample. */
export const Measured = {
  items: Type.Integer(),
  looked: Type.Integer({ description: 'How many items the columns were measured on.' }),
  isExact: Type.Boolean({
    description: 'On all of them? Else on a sample, the same skus each time.',
  }),
  columns: Type.Array(ColumnHealth),
  alarms: Type.Array(Alarm),
  suggestedAffinity: Type.Array(Type.String(), {
    description: 'Columns that would make good affinity properties, the best first.',
  }),
};

const FeedGap = named(
  'FeedGap',
  Type.Object({
    column: Type.String(),
    detail: Type.String({ description: 'A sentence: the gap, and the effect.' }),
    remedy: Type.String({ description: 'A sentence: the next step.' }),
  }),
);

const Health = named(
  'FeedHealth',
  Type.Object({
    revision: Type.Integer(),
    measured: maybe(
      Type.Object({
        ...Measured,
        revision: Type.Integer({
          description: 'On which it was measured: it may be an earlier one.',
        }),
        comparedWith: maybe(Type.Integer({ description: 'The revision that `before` is of.' })),
        at: Time,
      }),
    ),
    gaps: Type.Array(FeedGap, {
      description: 'Missing data for affinity and recommendations.',
    }),
    rejected: Type.Integer({ description: 'Rows of the change that made the revision.' }),
    rejections: Type.Array(RejectionGroup, {
      description: 'By reason, the most frequent first; of the first 10,000 rejected rows.',
    }),
  }),
);

export const readFeedHealth = endpoint({
  ...shared,
  id: 'readFeedHealth',
  method: 'GET',
  path: '/v2/feeds/{feedId}/health',
  summary: 'Report the health of a feed: rejected rows, columns, alarms',
  description:
    'Columns are measured with each change of the whole feed: ' +
    'exactly up to 4,000 items, else on a sample of 2,000 to 4,000.',
  params: FeedParams,
  query: Type.Object({
    revision: Type.Optional({ ...revision, description: 'Default: the present one.' }),
  }),
  answers: { 200: { description: 'As it was at the revision', schema: Health } },
  errors: ['not_found'],
});

const ItemProblem = named(
  'ItemProblem',
  Type.Object({
    sku: Type.String({ description: '`#` and its number for a row without one.' }),
    problem: Type.String(),
    value: Type.Union([Type.String(), Type.Number(), Type.Null()], {
      description: 'As the feed or its file has it.',
    }),
  }),
);

export const listItemProblems = endpoint({
  ...shared,
  id: 'listItemProblems',
  method: 'GET',
  path: '/v2/feeds/{feedId}/health/items',
  summary: 'List the items of a feed that have problems',
  description:
    'Rows that the last change rejected, at most 10,000, then items by their sku: those that lack a ' +
    'column of affinity or recommendations that others have, or one that became emptier, and those ' +
    'with a price of 0. `format=csv` answers a table.',
  params: FeedParams,
  query: Type.Object({ format: Type.Optional(Type.Enum(['ndjson', 'csv'])) }),
  answers: {
    200: {
      description: 'A line for each problem',
      schema: ItemProblem,
      isLines: true,
      isAlsoCsv: true,
    },
  },
  errors: ['not_found'],
});

export type HealthOutput = Static<typeof Health>;
export type MeasuredOutput = NonNullable<HealthOutput['measured']>;
