// A feed's file from a teammate, in two steps: sent and looked at, then checked and published.
import Type, { type Static } from 'typebox';
import { Json } from '../../common.ts';
import { endpoint } from '../../endpoint.ts';
import { AnsweredItem } from '../../items.ts';
import { named } from '../../named.ts';
import { Measured, RejectionGroup } from './health.ts';
import { Detection, FileForm, Reading } from './reading.ts';
import { FeedParams, IfMatch, maybe, shared, Time } from './shared.ts';

const uploadStates = [
  ...(['received', 'checking', 'checked', 'publishing', 'published', 'failed'] as const),
] as const;

const UploadParams = Type.Object({
  ...FeedParams.properties,
  uploadId: Type.String({ pattern: '^[0-9a-f-]{1,36}$' }),
});

const FeedNote = named(
  'FeedNote',
  Type.Object(
    {
      column: Type.String(),
      message: Type.String({ description: "To be read after the column's name." }),
      example: Type.String(),
      rows: Type.Integer({ description: 'In which it was so.' }),
    },
    { description: 'Values that were set aside, or have two readings: no reason to reject a row.' },
  ),
);

const RefusedValue = named(
  'RefusedValue',
  Type.Object(
    {
      column: Type.String({ description: 'Of the feed.' }),
      value: Type.String({ description: 'As the file has it.' }),
      rows: Type.Integer(),
    },
    { description: 'A value that the mapping cannot read; its table of values may name it.' },
  ),
);

const refused = Type.Array(RefusedValue, { description: 'The most frequent first, at most 100.' });

const ColumnResult = named(
  'MappedColumn',
  Type.Object({
    column: Type.String({ description: 'Of the feed.' }),
    filled: Type.Number({ description: 'From 0 to 1, of the rows looked at.' }),
    examples: Type.Array(
      Type.Object({
        before: maybe(Type.String({ description: 'As the file has it.' })),
        after: Json,
        fault: Type.Optional(Type.String({ description: 'Why it cannot be read.' })),
      }),
    ),
  }),
);

const Findings = named(
  'FeedFindings',
  Type.Object({
    revision: Type.Integer({ description: "The feed's, that the file was compared with." }),
    accepted: Type.Integer(),
    rejected: Type.Integer(),
    added: Type.Integer(),
    changed: Type.Integer(),
    removed: Type.Integer(),
    unchanged: Type.Integer(),
    shrinks: Type.Boolean({ description: 'Is refused without `allowShrink`.' }),
    rejections: Type.Array(RejectionGroup),
    skipped: Type.Integer({ description: 'Rows that the mapping passes over.' }),
    notes: Type.Array(FeedNote),
    refused,
    measured: Type.Object(Measured),
    reading: Type.Optional(Reading),
  }),
);

const Progress = Type.Object({
  bytes: Type.Integer({ description: 'The bytes of the file that have been read.' }),
  totalBytes: Type.Integer(),
  rows: Type.Integer(),
});

const Upload = named(
  'FeedUpload',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    by: Type.String(),
    at: Time,
    bytes: Type.Integer({ description: 'As it was sent.' }),
    state: Type.Enum([...uploadStates]),
    detection: maybe(Detection),
    reading: maybe(Reading),
    progress: maybe(Progress),
    findings: maybe(Findings),
    problem: maybe(
      Type.Object(
        { code: Type.String(), detail: Type.String() },
        { description: 'Why it failed.' },
      ),
    ),
    outcome: maybe(
      Type.Object({
        transaction_id: Type.String(),
        accepted: Type.Integer(),
        rejected: Type.Integer(),
        revision: Type.Integer(),
      }),
    ),
  }),
);

export const startUpload = endpoint({
  ...shared,
  id: 'startFeedUpload',
  method: 'POST',
  path: '/v2/feeds/{feedId}/uploads',
  summary: "Send a feed's file to be looked at: nothing is changed by it",
  description:
    'The bytes as they are, plain, as gzip, or as zip with one file inside; at most 2 GiB. Kept ' +
    'until published or deleted, or for 24 hours after it was last used; five of a feed at a time.',
  params: FeedParams,
  query: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 200, description: "The file's name." }),
  }),
  body: Type.Unknown({ description: "The file's bytes." }),
  bodyForm: 'bytes',
  answers: { 201: { description: 'The upload, with what is known of the file', schema: Upload } },
  errors: ['not_found', 'body_too_large', 'conflict'],
});

export const listUploads = endpoint({
  ...shared,
  id: 'listFeedUploads',
  method: 'GET',
  path: '/v2/feeds/{feedId}/uploads',
  summary: "List a feed's files that are not done with",
  params: FeedParams,
  answers: {
    200: {
      description: 'The newest first, without details of the files',
      schema: Type.Object({ items: Type.Array(Upload) }),
    },
  },
  errors: ['not_found'],
});

export const readUpload = endpoint({
  ...shared,
  id: 'readFeedUpload',
  method: 'GET',
  path: '/v2/feeds/{feedId}/uploads/{uploadId}',
  summary: 'Read how far the work on a file is',
  params: UploadParams,
  answers: { 200: { description: 'As it is now', schema: Upload } },
  errors: ['not_found'],
});

export const detectUpload = endpoint({
  ...shared,
  id: 'detectFeedUpload',
  method: 'POST',
  path: '/v2/feeds/{feedId}/uploads/{uploadId}/detect',
  summary: 'Detect the columns of a file again, with settings for how it is written',
  description: 'Nothing is remembered of it; say the same to preview, check and publish.',
  params: UploadParams,
  body: FileForm,
  access: 'Editor',
  answers: { 200: { description: 'Of the first 1,000 rows', schema: Detection } },
  errors: ['not_found'],
});

const PreviewRow = named(
  'PreviewRow',
  Type.Object({
    row: Type.String({ description: '`#` and its number in the file.' }),
    item: maybe(AnsweredItem),
    fault: maybe(Type.String({ description: 'Why the row is no item.' })),
  }),
);

export const previewUpload = endpoint({
  ...shared,
  id: 'previewFeedUpload',
  method: 'POST',
  path: '/v2/feeds/{feedId}/uploads/{uploadId}/preview',
  summary: 'Show the first rows of a file as items, with a mapping',
  params: UploadParams,
  body: Reading,
  access: 'Editor',
  answers: {
    200: {
      description: 'At once; of the first 1,000 rows',
      schema: Type.Object({
        rows: Type.Array(PreviewRow, { description: 'The first 20.' }),
        faulty: Type.Array(PreviewRow, { description: 'The first 20 that are no items.' }),
        looked: Type.Integer({ description: 'Rows.' }),
        rejected: Type.Integer({ description: 'Of these.' }),
        rejections: Type.Array(RejectionGroup),
        skipped: Type.Integer({ description: 'Rows that the mapping passes over.' }),
        notes: Type.Array(FeedNote),
        refused,
        columns: Type.Array(ColumnResult, { description: 'The result of each rule.' }),
      }),
    },
  },
  errors: ['not_found', 'conflict'],
});

export const checkUpload = endpoint({
  ...shared,
  id: 'checkFeedUpload',
  method: 'POST',
  path: '/v2/feeds/{feedId}/uploads/{uploadId}/check',
  summary: 'Compare the whole file with the feed, in the background',
  description: 'Ask for the upload until its state is `checked` or `failed`; then see `findings`.',
  params: UploadParams,
  body: Reading,
  answers: { 202: { description: 'It has begun', schema: Upload } },
  errors: ['not_found', 'conflict'],
});

export const publishUpload = endpoint({
  ...shared,
  id: 'publishFeedUpload',
  method: 'POST',
  path: '/v2/feeds/{feedId}/uploads/{uploadId}/publish',
  summary: 'Make the feed of the file, in the background',
  description:
    'Read as it was checked or previewed last, unless told otherwise. Ask for the upload until its ' +
    'state is `published` (see `outcome`) or `failed` (see `problem`: `feed_shrink`, ' +
    '`revision_mismatch`, `invalid_request` for a file that cannot be read, ...).',
  params: UploadParams,
  headers: Type.Object(IfMatch),
  body: Type.Object({
    allowShrink: Type.Optional(Type.Boolean()),
    reading: Type.Optional(Reading),
  }),
  answers: { 202: { description: 'It has begun', schema: Upload } },
  errors: ['not_found', 'conflict', 'revision_mismatch'],
});

const RejectedRow = named(
  'RejectedRow',
  Type.Object({
    row: Type.Integer({ description: 'Its number in the file.' }),
    reason: Type.String(),
    cells: Type.Record(Type.String(), Json, { description: 'As the file has them.' }),
  }),
);

export const listRejectedRows = endpoint({
  ...shared,
  id: 'listRejectedRows',
  method: 'GET',
  path: '/v2/feeds/{feedId}/uploads/{uploadId}/rejected',
  summary: 'List the rows of a file that were rejected, with their reasons and cells',
  description:
    'As the file was checked or published last. A published file is kept for 24 hours, or until the ' +
    'next one of the feed is published. `format=csv` answers a table. Beyond 1,000,000 skus, rows ' +
    'whose sku comes again are left out.',
  params: UploadParams,
  query: Type.Object({ format: Type.Optional(Type.Enum(['ndjson', 'csv'])) }),
  access: 'Editor',
  answers: {
    200: {
      description: 'A line for each, in their order',
      schema: RejectedRow,
      isLines: true,
      isAlsoCsv: true,
    },
  },
  errors: ['not_found'],
});

export const deleteUpload = endpoint({
  ...shared,
  id: 'deleteFeedUpload',
  method: 'DELETE',
  path: '/v2/feeds/{feedId}/uploads/{uploadId}',
  summary: 'Give a file up, also while it is worked on',
  description: 'The feed stays as it is, unless it was made of the file just then.',
  params: UploadParams,
  answers: { 204: { description: 'It is gone' } },
  errors: ['not_found'],
});

export type UploadOutput = Static<typeof Upload>;
export type FindingsOutput = Static<typeof Findings>;
export type RejectedRowOutput = Static<typeof RejectedRow>;
export type PreviewRowOutput = Static<typeof PreviewRow>;
