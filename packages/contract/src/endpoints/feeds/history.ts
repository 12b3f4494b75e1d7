// What a feed was: every change with who and when, what differs between two, and the way back.
import Type, { type Static } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { named } from '../../named.ts';
import { ChangeOutcome, Diff } from './changes.ts';
import {
  FeedParams,
  IfMatch,
  maybe,
  Next,
  Paging,
  RevisionTag,
  revision,
  shared,
  sku,
  Time,
} from './shared.ts';

const changeWays = ['api', 'upload', 'pull', 'rollback', 'command'] as const;

const change = {
  revision: Type.Integer({ description: 'That the change made.' }),
  at: Time,
  by: Type.String({ description: 'Who made it; "" where that was not kept.' }),
  way: Type.Enum([...changeWays], {
    description:
      'How it came: a request with a key, a file, a scheduled pull, going back, the CLI.',
  }),
  note: Type.String({ description: "The file's name, the address, or the revision gone back to." }),
  isWhole: Type.Boolean({ description: 'Was the feed replaced, or some of its items changed?' }),
  accepted: Type.Integer({ description: 'Rows.' }),
  rejected: Type.Integer({ description: 'Rows.' }),
  added: Type.Integer({ description: 'Items, as the next two.' }),
  changed: Type.Integer(),
  removed: Type.Integer(),
  items: Type.Integer({ description: 'How many the feed had then.' }),
};

export const LastChange = named('LastFeedChange', Type.Object(change));

const Revision = named(
  'FeedRevision',
  Type.Object({
    ...change,
    transactionId: maybe(Type.String({ description: 'The result of each row, for 30 days.' })),
    isKept: Type.Boolean({ description: 'Can it be compared, and gone back to?' }),
  }),
);

export const listRevisions = endpoint({
  ...shared,
  id: 'listFeedRevisions',
  method: 'GET',
  path: '/v2/feeds/{feedId}/revisions',
  summary: 'List what changed a feed: who, when and how much',
  params: FeedParams,
  query: Type.Object(Paging),
  answers: {
    200: {
      description: 'A page, the newest first; the last 1,000 are kept, the items of the last 10',
      schema: Type.Object({ revisions: Type.Array(Revision), next: Next }),
    },
  },
  errors: ['not_found'],
});

const ColumnDifference = Type.Object({
  column: Type.String(),
  before: Type.Optional(Type.Unknown({ description: 'Absent: the item had no such column.' })),
  after: Type.Optional(Type.Unknown({ description: 'Absent: the column is gone.' })),
});

const ItemDifference = named(
  'ItemDifference',
  Type.Object({
    sku,
    change: Type.Enum(['added', 'changed', 'removed']),
    columns: Type.Array(ColumnDifference, { description: 'Those that differ, by name.' }),
  }),
);

export const compareRevisions = endpoint({
  ...shared,
  id: 'compareFeedRevisions',
  method: 'GET',
  path: '/v2/feeds/{feedId}/diff',
  summary: 'Show what differs between two revisions, item by item and column by column',
  description:
    'Both must be kept: the last 10, or 0 of a feed that is younger. By sku; a page may hold fewer ' +
    'items than asked for, or none, and have a `next`: the search for what differs is done in steps.',
  params: FeedParams,
  query: Type.Object({
    from: Type.Optional({ ...revision, description: 'Default: the one before `to`.' }),
    to: Type.Optional({ ...revision, description: 'Default: the present one.' }),
    ...Paging,
  }),
  answers: {
    200: {
      description: 'A page',
      schema: Type.Object({
        from: Type.Integer(),
        to: Type.Integer(),
        items: Type.Array(ItemDifference),
        next: Next,
      }),
    },
  },
  errors: ['not_found'],
});

export const rollbackFeed = endpoint({
  ...shared,
  id: 'rollbackFeed',
  method: 'POST',
  path: '/v2/feeds/{feedId}/rollback',
  summary: 'Make a feed what it was at a revision, as a further revision',
  description: 'Nothing refuses a feed that shrinks by it: look at `dryRun=true` first.',
  params: FeedParams,
  query: Type.Object({ dryRun: Type.Optional(Type.Enum(['true', 'false'])) }),
  headers: Type.Object(IfMatch),
  body: Type.Object({ toRevision: Type.Integer({ minimum: 0, maximum: 999_999_999_999_999 }) }),
  answers: {
    200: {
      description: 'Done. With `dryRun=true`, what would change',
      schema: Type.Union([ChangeOutcome, Diff]),
      headers: RevisionTag,
    },
  },
  errors: ['not_found', 'revision_mismatch'],
});

export type RevisionOutput = Static<typeof Revision>;
export type ItemDifferenceOutput = Static<typeof ItemDifference>;
