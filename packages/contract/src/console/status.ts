// How it stands: nodes, workers, the database, and what is held in memory or waits to be built.
import Type, { type TSchema } from 'typebox';
import { ModelCpu } from '../endpoints/manage/models.ts';
import { SiteParams, siteAddress, Time, tag } from './common.ts';
import { consoleEndpoint } from './endpoint.ts';

const memoryUse = {
  held: Type.Integer(),
  loading: Type.Integer(),
  bytes: Type.Integer(),
  limitBytes: Type.Integer(),
  evicted: Type.Integer({ description: 'How often one had to go for another, since the start.' }),
};

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const NightlyExport = Type.Object({
  isOn: Type.Boolean({ description: 'By the setting of the site.' }),
  target: orNull(
    Type.Object({
      place: Type.String({ description: 'The folder or the prefix of the site.' }),
      format: Type.Enum(['parquet', 'ndjson']),
      hour: Type.Integer({ description: 'In UTC.' }),
    }),
    'null: the operator has not set EXPORT_TO on the answering node.',
  ),
  nextAt: orNull(Time, 'When the next export begins; null: it is under way, or there is none.'),
  running: orNull(
    Type.Object({
      since: Time,
      kind: orNull(Type.String(), 'The kind that is exported.'),
      part: orNull(Type.String(), 'The file that is being written, such as day=2026-11-28.'),
      rows: Type.Integer({ description: 'Rows of that kind so far.' }),
    }),
    'null: no export is under way.',
  ),
  last: orNull(
    Type.Object({
      doneAt: Time,
      until: Type.String({ description: 'All days before this one are exported, UTC.' }),
      files: Type.Integer({ description: 'Written by that export; others had not changed.' }),
      rows: Type.Integer(),
      bytes: Type.Integer(),
    }),
    'The last export that ended well.',
  ),
  failure: orNull(
    Type.Object({ at: Time, reason: Type.String() }),
    'Why the last try failed; null: it did not.',
  ),
});

const Status = Type.Object({
  revision: Type.Integer(),
  nodes: Type.Array(
    Type.Object({
      node: Type.String(),
      roles: Type.Array(Type.Enum(['api', 'worker'])),
      version: Type.String(),
      startedAt: Time,
      seenAt: Time,
      revision: Type.Union([Type.Integer(), Type.Null()], {
        description: 'The site’s revision on the node.',
      }),
    }),
  ),
  worker: Type.Object({
    waitingRows: Type.Integer(),
    oldestMs: Type.Union([Type.Integer(), Type.Null()], {
      description: 'At least so long; null: nothing waits, or it was not looked before.',
    }),
    setAside: Type.Integer({ description: 'Entries that could not be worked off.' }),
  }),
  database: Type.Object({
    version: Type.String(),
    bytes: Type.Integer(),
    isEmbedded: Type.Boolean(),
  }),
  memory: Type.Object(
    {
      feeds: Type.Object({ ...memoryUse, tooLarge: Type.Integer() }),
      models: Type.Object(memoryUse),
    },
    { description: 'Data in the memory of the answering node, for all sites together.' },
  ),
  models: Type.Object({
    needed: Type.Integer({ description: 'Models that strategies of the site need.' }),
    overdue: Type.Integer({ description: 'Of them, those due for more than ten minutes.' }),
    longestMs: Type.Number({ description: 'For how long one is due at most; 0: none is.' }),
    failed: Type.Integer({ description: 'Of them, those whose last build failed.' }),
    waiting: Type.Integer({
      description:
        'Of them, those that wait for the next UTC day, as the processor time of this one is used up.',
    }),
    cpu: ModelCpu,
  }),
  nightlyExport: NightlyExport,
});

export type StatusOutput = Type.Static<typeof Status>;

export const readStatus = consoleEndpoint({
  tag,
  id: 'readStatus',
  method: 'GET',
  path: `${siteAddress}/status`,
  summary: 'The nodes, what each holds of the site, and how far the workers are',
  access: 'Viewer',
  params: SiteParams,
  answers: {
    200: {
      description: 'How it stands',
      schema: Status,
    },
  },
});
