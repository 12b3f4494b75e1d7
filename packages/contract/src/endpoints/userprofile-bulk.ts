// Many people at once: erased, and exported line by line.
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Exported } from './userprofile.ts';

/** The most people of a request. */
const mostPeople = 1_000;

const shared = { tag: 'User profile', permission: 'userdata', sources: ['Server-side'] } as const;

export const People = Type.Object({
  people: Type.Array(Type.Object({ cuid: Type.String(), cuidType: Type.String() }), {
    minItems: 1,
    maxItems: mostPeople,
    description: 'Each as `cuid` and `cuidType` name one person. `id` is a device by its own id.',
  }),
});

const Index = Type.Integer({ minimum: 0, description: 'Which of `people` it is, from 0.' });

const Rejected = Type.Object({
  index: Index,
  errors: Type.Array(Type.Object({ pointer: Type.String(), detail: Type.String() }), {
    description: 'Why it identifies no one.',
  }),
});

const found = Type.Boolean({
  description: 'Was anything known of them when it was requested? They are erased either way.',
});

/** What has become of a request to erase. */
export const ErasureBatch = Type.Object({
  batchId: Type.String(),
  requestedAt: Type.String(),
  requested: Type.Integer({ description: 'Different people.' }),
  done: Type.Integer(),
  erasures: Type.Array(
    Type.Object({
      index: Index,
      erasureId: Type.String(),
      found,
      state: Type.Enum(['waiting', 'done']),
      doneAt: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});

export const ErasureAccepted = Type.Object({
  batchId: Type.String({
    description: 'For the progress: GET /v2/userprofile/erasures/{batchId}.',
  }),
  requested: Type.Integer({ description: 'Different people: who is named twice is erased once.' }),
  notFound: Type.Integer({ description: 'Of how many of them nothing was known.' }),
  erasures: Type.Array(Type.Object({ index: Index, erasureId: Type.String(), found })),
  rejected: Type.Array(Rejected),
});

export const ErasureParams = Type.Object({
  batchId: Type.String({
    pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    description: 'A `batchId`, or the `erasureId` of one person.',
  }),
});

export const ExportedLine = Type.Union([
  Type.Object({
    index: Index,
    found: Type.Boolean({ description: 'Is anything known of them?' }),
    ...Exported,
  }),
  Rejected,
]);

export const eraseProfiles = endpoint({
  ...shared,
  id: 'eraseUserProfiles',
  method: 'POST',
  path: '/v2/userprofile/erasures',
  summary: 'Erase many people and devices',
  description:
    'At most 1,000. Entries that identify no one are listed in `rejected`, and the other ' +
    'people are erased; if all entries are rejected, so is the request. Several hundred ' +
    'take a few seconds. People who are erased one at a time go first.',
  body: People,
  answers: {
    202: {
      description: 'Accepted: it survives a crash, and will be done',
      schema: ErasureAccepted,
    },
  },
});

export const readErasures = endpoint({
  ...shared,
  id: 'readErasures',
  method: 'GET',
  path: '/v2/userprofile/erasures/{batchId}',
  summary: 'Which people of a request are erased',
  params: ErasureParams,
  answers: { 200: { description: 'Where each of them stands', schema: ErasureBatch } },
  errors: ['not_found'],
});

export const exportProfiles = endpoint({
  ...shared,
  id: 'exportUserProfiles',
  method: 'POST',
  path: '/v2/userprofile/exports',
  summary: 'Everything known of many people, a line each',
  description:
    'At most 1,000. Lines of NDJSON in the order of `people`, each sent as it is read. Answers ' +
    'that end early are cut off, and not complete.',
  body: People,
  answers: {
    200: { description: 'A line for each person', schema: ExportedLine, isLines: true },
  },
});
