// How a feed's file is read: its form, its encoding, and which of its columns become which of ours.
import Type, { type Static } from 'typebox';
import { Json } from '../../common.ts';
import { named } from '../../named.ts';

const fileFormats = [
  ...(['csv', 'tsv', 'xlsx', 'ndjson', 'json', 'xml', 'google-xml', 'google-tsv'] as const),
] as const;
const encodings = [
  ...(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-2', 'iso-8859-15'] as const),
  ...(['windows-1250', 'windows-1251', 'windows-1253', 'windows-1254', 'windows-1255'] as const),
  ...(['windows-1256', 'windows-1257', 'windows-1258', 'koi8-r', 'koi8-u'] as const),
  ...(['shift_jis', 'euc-jp', 'gb18030', 'euc-kr', 'big5'] as const),
] as const;

const form = {
  format: Type.Optional(Type.Enum([...fileFormats])),
  encoding: Type.Optional(Type.Enum([...encodings])),
  delimiter: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1, description: 'Of CSV: `,` `;` `|` or a tab.' }),
  ),
  quote: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
  sheet: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        "Of xlsx; the mapping's `sheet` unless given, else the first with rows that look like products.",
    }),
  ),
};

export const FileForm = named(
  'FileForm',
  Type.Object(form, { description: 'Missing settings are detected.' }),
);

export const Reading = named(
  'FileReading',
  Type.Object(
    {
      ...form,
      mapping: Type.Optional(
        Type.Unknown({
          description:
            '`{ columns: { <ours>: <path> | { from, as?, ... } }, keepOthers?, ... }`, as ' +
            '`attune feeds push --map` takes it.',
        }),
      ),
    },
    { description: 'Missing settings are detected.' },
  ),
);

const FileColumn = Type.Object({
  column: Type.String({ description: 'As the file names it.' }),
  filled: Type.Number({ description: 'From 0 to 1, of the rows looked at.' }),
  distinct: Type.Integer(),
  samples: Type.Array(Type.String(), { description: 'Up to 5 different values.' }),
  kind: Type.Enum(['text', 'number', 'money', 'flag', 'url', 'time', 'list', 'object']),
});

export const Detection = named(
  'FileDetection',
  Type.Object({
    packed: Type.Enum(['no', 'gzip', 'zip']),
    format: Type.Enum([...fileFormats]),
    encoding: Type.String(),
    delimiter: Type.Union([Type.String(), Type.Null()]),
    quote: Type.Union([Type.String(), Type.Null()]),
    sheet: Type.Optional(Type.String({ description: 'That was read, of xlsx.' })),
    sheets: Type.Optional(
      Type.Array(Type.String(), { description: 'Of xlsx: their names, without hidden ones.' }),
    ),
    decimalComma: Type.Boolean({ description: 'Do its prices look like 12,50?' }),
    currencies: Type.Array(Type.String(), { description: 'That stand with its prices.' }),
    rows: Type.Integer({ description: 'How many were looked at, from the first on.' }),
    isWhole: Type.Boolean({ description: 'Are these all rows of the file?' }),
    columns: Type.Array(FileColumn, { description: 'In their order.' }),
    warnings: Type.Array(Type.String()),
    preset: Type.Union([Type.String(), Type.Null()], {
      description: 'The shop system that probably wrote the file.',
    }),
    suggestedMapping: Json,
    suggested: Type.Object(
      {
        accepted: Type.Integer(),
        rejected: Type.Integer(),
        skipped: Type.Integer({ description: 'That are no items, such as unpublished ones.' }),
        isBetter: Type.Boolean({ description: 'Does it make more items than no mapping?' }),
      },
      { description: 'The result of the suggested mapping for the rows that were read.' },
    ),
    missing: Type.Array(Type.String(), {
      description: 'Required columns that the suggested mapping found nothing for.',
    }),
    paths: Type.Optional(
      Type.Array(Type.String(), {
        description:
          "Columns of the feed whose addresses are paths such as `/p/1`: the mapping's `base` " +
          'completes them. It is suggested where an earlier file of the feed, its items, or those ' +
          'of another feed have it.',
      }),
    ),
  }),
);

export type FileFormInput = Static<typeof FileForm>;
export type ReadingInput = Static<typeof Reading>;
export type DetectionOutput = Static<typeof Detection>;
