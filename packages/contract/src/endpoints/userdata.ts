// What a site knows of people beside their events: attributes, imported in bulk.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { named, readAsRow } from '../named.ts';
import { taken } from './feeds/shared.ts';

const shared = { tag: 'User data', permission: 'userdata', sources: ['Server-side'] } as const;

const Imported = named(
  'UserdataImport',
  Type.Object({
    success: Type.Literal(true),
    data: Type.Object(taken),
  }),
);

const RowOutcome = named(
  'RowOutcome',
  Type.Object({
    item: Type.String({ description: 'The place of the row: from 1.' }),
    status: Type.Enum(['success', 'failed']),
    time: Type.String(),
    message: Type.Optional(Type.String({ description: 'Everything that is wrong with the row.' })),
  }),
);

const Attribute = Type.Union([
  ...[Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String()), Type.Null()],
]);

const ImportRequest = named(
  'UserdataRequest',
  Type.Object({
    action: Type.Enum(['upsert', 'delete']),
    cuid: Type.String({ minLength: 1, maxLength: 250 }),
    cuidType: Type.String({ minLength: 1, maxLength: 100 }),
    data: Type.Optional(
      Type.Record(Type.String(), Attribute, { description: 'Attributes; null takes one away.' }),
    ),
  }),
);

export const importUserdata = endpoint({
  ...shared,
  id: 'importUserdata',
  method: 'POST',
  path: '/v2/userdata/bulk',
  originalPath: '/v2/userdata/{feedId}/bulk',
  summary: 'Import attributes of known people',
  description:
    'Each request is `{ action: upsert|delete, cuid, cuidType, data? }`: `upsert` sets ' +
    'the attributes in `data` (null removes one) and keeps the others; `delete` removes ' +
    'all. An attribute is a text, a number, true or false, or a list of texts. A bad row ' +
    'is rejected alone, and the transaction lists its errors. Up to 100,000 rows as ' +
    'JSON; up to 1,000,000 as NDJSON (one request per line) or CSV (`cuid,cuidType`, ' +
    'optionally `action`, and a column for each attribute; an empty cell changes ' +
    'nothing). Conditions on `user.attributes.<name>` use the new values within a second.',
  bodyForm: 'json-or-lines',
  bodyLimitBytes: 64 * 1024 * 1024,
  body: Type.Object({ requests: Type.Array(readAsRow(ImportRequest), { maxItems: 100_000 }) }),
  answers: {
    202: { description: 'Done: it is durable, and all at once', schema: Imported },
  },
});

const transactionId = Type.String({ maxLength: 64 });

export const readUserdataTransaction = endpoint({
  ...shared,
  id: 'readUserdataTransaction',
  method: 'GET',
  path: '/v2/userdata/transaction/{transactionId}',
  summary: 'What became of each row of an import',
  description:
    'Every row of an import of up to 10,000 rows; of a larger one, the first 10,000 that failed. ' +
    'Kept for 30 days.',
  params: Type.Object({ transactionId }),
  answers: { 200: { description: 'One entry a row', schema: Type.Array(RowOutcome) } },
  errors: ['not_found'],
});

export const readUserdataTransactionItem = endpoint({
  ...shared,
  id: 'readUserdataTransactionItem',
  method: 'GET',
  path: '/v2/userdata/transaction/{transactionId}/item/{itemId}',
  summary: 'What became of one row of an import',
  params: Type.Object({ transactionId, itemId: Type.String({ maxLength: 250 }) }),
  answers: { 200: { description: 'The entry', schema: RowOutcome } },
  errors: ['not_found'],
});

export type UserdataImportedOutput = Static<typeof Imported>;
export type UserdataRowOutput = Static<typeof RowOutcome>;
