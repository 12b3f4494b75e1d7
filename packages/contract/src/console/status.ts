// How it stands: nodes, workers, the database, and what is held in memory or waits to be built.
import Type from 'typebox';
import { SiteParams, siteAddress, Time, tag } from './common.ts';
import { consoleEndpoint } from './endpoint.ts';

const memoryUse = {
  held: Type.Integer(),
  loading: Type.Integer(),
  bytes: Type.Integer(),
  limitBytes: Type.Integer(),
  evicted: Type.Integer({ description: 'How often one had to go for another, since the start.' }),
};

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
  }),
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
