// Ingestion warnings: what of requests was passed over or refused lately, counted by its kind.
import Type, { type Static } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { named } from '../../named.ts';
import { shared } from './versioned.ts';

const IngestionWarning = named(
  'IngestionWarning',
  Type.Object({
    code: Type.String({ description: 'As in `warnings` and `svc-warnings`.' }),
    endpoint: Type.String({ description: 'The id of the endpoint, as `openapi.json` has it.' }),
    place: Type.String({
      description: 'Where it stood: a JSON pointer, with `*` for each place in a list.',
    }),
    detail: Type.String({ description: 'The last problem, and how to fix it.' }),
    key: Type.Object({ id: Type.String(), name: Type.String() }),
    count: Type.Integer({ minimum: 1, description: 'In the last 7 days.' }),
    firstAt: Type.String({ description: 'RFC 3339; of the last 7 days.' }),
    lastAt: Type.String(),
    samples: Type.Array(Type.String(), {
      description:
        'Values sent there recently, as JSON; only short values that cannot identify a ' +
        'person.',
    }),
    traceId: Type.String({ description: 'Of the last request.' }),
  }),
);

export const listIngestionWarnings = endpoint({
  ...shared,
  id: 'listIngestionWarnings',
  tag: 'Insights',
  method: 'GET',
  path: '/v2/ingestion-warnings',
  summary: 'What of requests to choose and collect could not be read',
  description:
    'Warnings of the last 7 days, the most recent first, at most 500. Each kind of ' +
    'warning is counted by key and place.',
  answers: {
    200: {
      description: 'The warnings',
      schema: Type.Object({ warnings: Type.Array(IngestionWarning) }),
    },
  },
});

export type IngestionWarningOutput = Static<typeof IngestionWarning>;
