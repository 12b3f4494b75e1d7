// The formats of files of exports.
import type { ExportFormat } from '../../../../nightly-config.ts';
import type { Column } from '../columns.ts';
import { ndjsonOf } from './ndjson.ts';
import { parquetOf } from './parquet.ts';

export type { ExportFormat };

interface Format {
  /** How a file's name ends. */
  readonly ending: string;
  readonly encode: <Row>(
    columns: readonly Column<Row>[],
    rows: AsyncIterable<readonly Row[]>,
  ) => AsyncIterable<Buffer>;
}

export const formats: Readonly<Record<ExportFormat, Format>> = {
  ndjson: { ending: 'ndjson.gz', encode: ndjsonOf },
  parquet: { ending: 'parquet', encode: parquetOf },
};
