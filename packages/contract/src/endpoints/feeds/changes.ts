// Changes of feeds: whole or in part, and what became of each item.
import Type, { type Static } from 'typebox';
import { identifier } from '../../common.ts';
import { endpoint } from '../../endpoint.ts';
import { Item, ItemChange } from '../../items.ts';
import { named, readAsRow } from '../../named.ts';
import { FeedParams, feedId, IfMatch, RevisionTag, shared, taken } from './shared.ts';

const ChangeRequests = Type.Array(readAsRow(ItemChange), { maxItems: 100_000 });

const PutBody = Type.Object(
  {
    requests: Type.Optional(ChangeRequests),
    items: Type.Optional(
      Type.Array(readAsRow(Item), { description: 'The feed becomes these items.' }),
    ),
  },
  { description: 'Exactly one of `requests` and `items`.' },
);

const BulkBody = Type.Object({ requests: ChangeRequests });

export const ChangeOutcome = named(
  'FeedChange',
  Type.Object({
    success: Type.Literal(true),
    data: Type.Object({
      ...taken,
      revision: Type.Integer({ description: "The feed's revision after the change." }),
    }),
  }),
);

export const Diff = named(
  'FeedDiff',
  Type.Object({
    success: Type.Literal(true),
    dryRun: Type.Literal(true),
    data: Type.Object({
      added: Type.Integer(),
      changed: Type.Integer(),
      removed: Type.Integer(),
      unchanged: Type.Integer({ description: 'Items that stay as they are.' }),
      rejected: Type.Integer({ description: 'Rows that change nothing.' }),
      shrinks: Type.Boolean({ description: 'Would be refused without `allowShrink=true`.' }),
      rejections: Type.Array(Type.Object({ item: Type.String(), message: Type.String() }), {
        description: 'The first 1,000.',
      }),
    }),
  }),
);

const ItemOutcome = named(
  'ItemOutcome',
  Type.Object({
    item: Type.String(),
    status: Type.Enum(['success', 'failed']),
    time: Type.String(),
    message: Type.Optional(Type.String()),
  }),
);

const ChangeQuery = Type.Object({
  dryRun: Type.Optional(Type.Enum(['true', 'false'])),
  allowShrink: Type.Optional(Type.Enum(['true', 'false'])),
});

const ChangeHeaders = Type.Object({
  ...IfMatch,
  'idempotency-key': Type.Optional(
    Type.String({
      description: 'A repeated request with the same key gets the first answer, for 24 hours.',
    }),
  ),
});

const changeErrors = [
  'not_found',
  'feed_shrink',
  'idempotency_in_flight',
  'idempotency_mismatch',
  'revision_mismatch',
] as const;

const changed = {
  200: {
    description: 'Done: durable and atomic. With `dryRun=true`, the diff',
    schema: Type.Union([ChangeOutcome, Diff]),
    headers: RevisionTag,
  },
} as const;

export const putFeed = endpoint({
  ...shared,
  id: 'putFeed',
  method: 'PUT',
  path: '/v2/feeds/svcid/{feedId}',
  originalPath: '/v2/feeds/dyid/{feedId}',
  summary: 'Update a product feed',
  description:
    'With `requests`, those items change and the rest stay; with `items` (or NDJSON, one item a ' +
    'line), the feed becomes these items. A bad row is rejected by itself, with its reason in the ' +
    'transaction, and its item stays as it was. Of rows of `items` with one `sku` the last good one ' +
    'counts; `requests` of one item are done in their order. A change of nothing keeps the revision.',
  params: FeedParams,
  query: ChangeQuery,
  headers: ChangeHeaders,
  body: PutBody,
  bodyForm: 'json-or-ndjson',
  bodyLimitBytes: 64 * 1024 * 1024,
  answers: changed,
  errors: changeErrors,
});

export const bulkFeed = endpoint({
  ...shared,
  id: 'bulkFeed',
  method: 'POST',
  path: '/v2/feeds/{feedId}/bulk',
  summary: 'Change some items of a feed',
  params: FeedParams,
  query: ChangeQuery,
  headers: ChangeHeaders,
  body: BulkBody,
  bodyLimitBytes: 64 * 1024 * 1024,
  answers: changed,
  errors: changeErrors,
});

const TransactionParams = Type.Object({ feedId, transactionId: Type.String({ maxLength: 64 }) });

export const readTransaction = endpoint({
  ...shared,
  id: 'readFeedTransaction',
  method: 'GET',
  path: '/v2/feeds/{feedId}/transaction/{transactionId}',
  summary: 'What became of each item of a change',
  description:
    'Every row of a change of up to 10,000 rows; of a larger one, the first 10,000 that failed. ' +
    'Kept for 30 days. A row that names no item is `#` and its place: the line of NDJSON from 1, ' +
    'the index in `requests` or `items` from 0.',
  params: TransactionParams,
  answers: { 200: { description: 'One entry an item', schema: Type.Array(ItemOutcome) } },
  errors: ['not_found'],
});

export const readTransactionItem = endpoint({
  ...shared,
  id: 'readFeedTransactionItem',
  method: 'GET',
  path: '/v2/feeds/{feedId}/transaction/{transactionId}/item/{itemId}',
  summary: 'What became of one item of a change',
  params: Type.Object({
    feedId,
    transactionId: Type.String({ maxLength: 64 }),
    itemId: identifier({ maxLength: 250 }),
  }),
  answers: { 200: { description: 'The entry', schema: ItemOutcome } },
  errors: ['not_found'],
});

export type DiffOutput = Static<typeof Diff>;
export type ChangeOutcomeOutput = Static<typeof ChangeOutcome>;
export type ItemOutcomeOutput = Static<typeof ItemOutcome>;
