// Evaluations: how strategies would have done on the site's own history.
import Type, { type Static } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { named } from '../../named.ts';
import { Figures, Named, orNull, share, time } from './models.ts';
import { shared } from './versioned.ts';

const tag = 'Models';
const count = Type.Integer({ minimum: 0 });

const Ahead = Type.Object({ mean: Type.Number(), low: Type.Number(), high: Type.Number() });

const Result = named(
  'EvaluationResult',
  Type.Object({
    strategy: Named,
    figures: Type.Array(Figures, { description: 'One for each K of the request.' }),
    ahead: Type.Array(
      Type.Object({ k: Type.Integer({ minimum: 1 }), ndcg: Ahead, hitRate: Ahead }),
      {
        description:
          'By how much it is ahead of the first strategy, user by user, with 95 % intervals: beyond ' +
          'chance where they leave 0 out.',
      },
    ),
    tookMs: count,
  }),
);

const EvaluationBody = named(
  'EvaluationInput',
  Type.Object({
    strategies: Type.Array(Type.Integer({ minimum: 1 }), {
      minItems: 1,
      maxItems: 10,
      uniqueItems: true,
      description: 'Ids of those to compare.',
    }),
    heldOutDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 90,
        description: 'The last days of the log, which are predicted from those before. Default 7.',
      }),
    ),
    historyDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 365,
        description: 'Days before those that models are made of. Default 90.',
      }),
    ),
    event: Type.Optional(
      Type.Enum(['view', 'add-to-cart', 'purchase'], {
        description: 'The event to predict. Default purchase.',
      }),
    ),
    ks: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 100 }), {
        minItems: 1,
        maxItems: 5,
        uniqueItems: true,
        description: 'Lengths of the lists that are judged. Default 5, 10 and 20.',
      }),
    ),
  }),
);

const Evaluation = named(
  'Evaluation',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    requestedAt: time,
    requestedBy: Type.String(),
    request: EvaluationBody,
    strategies: Type.Array(Named, { description: 'Their names at the time of the request.' }),
    state: Type.Enum(['waiting', 'running', 'done', 'failed']),
    progress: orNull(
      Type.Object(
        { phase: Type.String(), share, startedAt: time },
        { description: 'While running.' },
      ),
    ),
    fault: orNull(Type.String({ description: 'Why it failed, in a sentence.' })),
    finishedAt: orNull(time),
    report: orNull(
      Type.Object({
        from: Type.String({ description: 'The first day of history, YYYY-MM-DD.' }),
        split: Type.String({ description: 'The first day that was held out.' }),
        to: Type.String({ description: 'The last day that was held out.' }),
        users: Type.Integer({ minimum: 0, description: 'Users who were judged.' }),
        items: Type.Integer({ minimum: 0, description: 'Items that could be recommended.' }),
        results: Type.Array(Result, { description: 'In the order of the request.' }),
        sentence: Type.String({ description: 'The result in a sentence.' }),
        notes: Type.Array(Type.String({ description: 'Limits of the result, in sentences.' })),
      }),
    ),
  }),
);

const EvaluationParams = Type.Object({
  evaluation: Type.String({ format: 'uuid', description: 'The id of an evaluation.' }),
});

export const startEvaluation = endpoint({
  ...shared,
  tag,
  id: 'startEvaluation',
  method: 'POST',
  path: '/v2/evaluations',
  summary: "Compare strategies on the site's own history",
  description:
    'The last days of the log are held out, models are made of those before, and what each ' +
    'strategy would have recommended is compared with what users then did. A worker does it: ' +
    'poll the answer until `state` is done or failed. The last 50 are kept.',
  body: EvaluationBody,
  answers: { 202: { description: 'It will be done', schema: Evaluation } },
  errors: ['conflict'],
});

export const listEvaluations = endpoint({
  ...shared,
  tag,
  id: 'listEvaluations',
  method: 'GET',
  path: '/v2/evaluations',
  summary: 'List the evaluations that are kept',
  answers: {
    200: {
      description: 'The newest first',
      schema: Type.Object({ items: Type.Array(Evaluation) }),
    },
  },
});

export const readEvaluation = endpoint({
  ...shared,
  tag,
  id: 'readEvaluation',
  method: 'GET',
  path: '/v2/evaluations/{evaluation}',
  summary: 'Read one evaluation',
  params: EvaluationParams,
  answers: { 200: { description: 'How far it is, or what it gave', schema: Evaluation } },
  errors: ['not_found'],
});

export type EvaluationInput = Static<typeof EvaluationBody>;
export type EvaluationOutput = Static<typeof Evaluation>;
