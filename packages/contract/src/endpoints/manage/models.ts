// Models: what strategies are answered from, how each was built, and how strategies compare.
import Type, { type Static } from 'typebox';
import { Json } from '../../common.ts';
import { endpoint } from '../../endpoint.ts';
import { named } from '../../named.ts';
import { shared } from './versioned.ts';

const tag = 'Models';
const count = Type.Integer({ minimum: 0 });
export const share = Type.Number({ minimum: 0, maximum: 1 });
export const time = Type.String({ description: 'RFC 3339.' });
export const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([Type.Null(), schema]);
export const Named = named('Named', Type.Object({ id: Type.Integer(), name: Type.String() }));

const Progress = named(
  'BuildProgress',
  Type.Object(
    {
      phase: Type.String({
        description: 'What is being done, to be shown as it is, e.g. `reading day 2026-03-04`.',
      }),
      share: Type.Number({ minimum: 0, maximum: 1, description: 'How much of it is done, about.' }),
      rows: Type.Integer({ minimum: 0, description: 'Events or items gone through so far.' }),
      startedAt: time,
    },
    { description: 'Of the build under way: ask again every second or two.' },
  ),
);

const Data = named(
  'ModelData',
  Type.Object(
    {
      days: Type.Integer({ minimum: 0, description: 'Days of the log that have such events.' }),
      from: orNull(Type.String({ description: 'The first of those days, YYYY-MM-DD, UTC.' })),
      to: orNull(Type.String()),
      events: count,
      users: count,
      items: Type.Integer({ minimum: 0, description: 'Items that the events, or the feed, name.' }),
    },
    { description: 'The data that it was built from.' },
  ),
);

const Coverage = named(
  'ModelCoverage',
  Type.Object(
    {
      feed: Type.String({ description: 'Of which feed.' }),
      items: Type.Integer({ minimum: 0, description: 'Items that the feed has.' }),
      known: orNull(
        Type.Number({ minimum: 0, maximum: 1, description: 'The share of them in the model.' }),
      ),
      withNeighbours: orNull(
        Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'The share of them with a neighbour or more; null for a ranking.',
        }),
      ),
    },
    { description: 'How much of the feed it knows; null shares: the feed is empty.' },
  ),
);

const Built = named(
  'ModelBuild',
  Type.Object(
    {
      version: Type.Integer({ minimum: 1 }),
      builtAt: time,
      bytes: Type.Integer({ minimum: 0, description: 'As it is stored.' }),
      tookMs: Type.Integer({ minimum: 0 }),
      cpuMs: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Processor time, without reading the log.' }),
      ),
      peakBytes: Type.Integer({
        minimum: 0,
        description: 'The most memory that building it was seen to take.',
      }),
      kind: Type.Enum(['ranking', 'neighbours']),
      items: Type.Integer({ minimum: 0, description: 'Items that it knows.' }),
      pairs: Type.Integer({ minimum: 0, description: 'Neighbours in all; 0 for a ranking.' }),
      data: Data,
      coverage: orNull(Coverage),
    },
    { description: 'The version that nodes go by: the last that was built well.' },
  ),
);

export const Figures = named(
  'EvaluationFigures',
  Type.Object(
    {
      k: Type.Integer({ minimum: 1 }),
      precision: Type.Number(),
      recall: Type.Number(),
      ndcg: Type.Number(),
      map: Type.Number(),
      hitRate: Type.Number(),
      mrr: Type.Number(),
      coverage: Type.Number({
        description: 'The share of the items that was recommended to anyone.',
      }),
    },
    { description: 'At K, as docs/reference/evaluations.md defines each of them.' },
  ),
);

const Offline = Type.Object({
  evaluatedAt: time,
  heldOutDays: count,
  users: Type.Integer({ minimum: 0, description: 'Who did something on the days held out.' }),
  figures: Type.Array(Figures),
});

const Model = named(
  'Model',
  Type.Object({
    id: Type.String({ description: 'Of the path. Strategies with the same method share a model.' }),
    key: Type.String({ description: 'The method with all the options that shape the model.' }),
    method: Type.Record(Type.String(), Json, { description: 'The step of a strategy, as stored.' }),
    strategies: Type.Array(Named, { description: 'That use it; none: it is forgotten in a week.' }),
    state: Type.Enum(['waiting', 'building', 'ready', 'failed'], {
      description:
        'waiting: a worker will begin within seconds, or none is running; building: see `progress`; ' +
        'ready; failed: see `fault`. `built` counts in every state where it is not null.',
    }),
    progress: orNull(Progress),
    fault: orNull(
      Type.Object(
        { at: time, message: Type.String() },
        { description: 'Why the last try failed; it is tried again at the next due time.' },
      ),
    ),
    built: orNull(Built),
    offline: orNull(Offline),
    nextBuildAt: orNull(
      Type.String({
        description: 'RFC 3339: when it is next built anew, should enough have changed.',
      }),
    ),
  }),
);

export const ModelCpu = named(
  'ModelCpu',
  Type.Object(
    {
      usedMs: Type.Integer({ minimum: 0, description: 'By the site, in milliseconds.' }),
      allSitesMs: Type.Integer({ minimum: 0, description: 'By all sites.' }),
      budgetMs: Type.Integer({
        minimum: 0,
        description: 'The limit for all sites in a day: MODEL_CPU_BUDGET.',
      }),
    },
    {
      description:
        'Processor time that models and evaluations took in this UTC day. Once it is used up, a ' +
        'model that was built, or failed, is built again the next day, unless that is requested. ' +
        'An evaluation runs at once.',
    },
  ),
);

const ModelParams = Type.Object({
  model: Type.String({ pattern: '^[0-9a-f]{16}$', description: 'The id of a model.' }),
});

export const listModels = endpoint({
  ...shared,
  tag,
  id: 'listModels',
  method: 'GET',
  path: '/v2/models',
  summary: "List the site's models",
  description:
    'Sorted by the name of the first strategy that uses them. docs/explanation/models.md ' +
    'explains how they are built.',
  answers: {
    200: {
      description: 'All of them',
      schema: Type.Object({ items: Type.Array(Model), cpu: ModelCpu }),
    },
  },
});

export const readModel = endpoint({
  ...shared,
  tag,
  id: 'readModel',
  method: 'GET',
  path: '/v2/models/{model}',
  summary: 'Read one model',
  params: ModelParams,
  answers: { 200: { description: 'Its card', schema: Model } },
  errors: ['not_found'],
});

export const rebuildModel = endpoint({
  ...shared,
  tag,
  id: 'rebuildModel',
  method: 'POST',
  path: '/v2/models/{model}/rebuild',
  summary: 'Build a model anew',
  description:
    'A worker starts within seconds; nodes use the previous version until the new one is ' +
    'ready. A request during a build causes one more build.',
  params: ModelParams,
  answers: { 202: { description: 'It will be built', schema: Model } },
  errors: ['not_found'],
});

export type ModelOutput = Static<typeof Model>;
