// Rows as lines of JSON, compressed by gzip.
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Cell, Column, ColumnType } from '../columns.ts';

const asText = (cell: Cell) => JSON.stringify(String(cell));
const asIs = (cell: Cell) => String(cell);

/** 64 bits are more than a number of JSON holds: ids stand as text. */
const written: Readonly<Record<ColumnType, (cell: Cell) => string>> = {
  text: asText,
  decimal: asText,
  int64: (cell) => `"${cell}"`,
  integer: asIs,
  double: asIs,
  boolean: asIs,
  json: asIs,
  timestamp: (cell) => `"${new Date(Number(cell)).toISOString()}"`,
};

/** The bytes of a file that has these rows. */
export async function* ndjsonOf<Row>(
  columns: readonly Column<Row>[],
  rows: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Buffer> {
  const zip = createGzip({ level: 4 });
  // The reader of what is zipped gets its errors.
  pipeline(Readable.from(linesOf(columns, rows)), zip, () => undefined);
  yield* zip;
}

async function* linesOf<Row>(
  columns: readonly Column<Row>[],
  rows: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const members = columns.map(({ name, type, of }) => {
    const write = written[type];
    return (row: Row) => {
      const cell = of(row);
      return `"${name}":${cell === undefined ? 'null' : write(cell)}`;
    };
  });
  for await (const some of rows) {
    yield some.map((row) => `{${members.map((member) => member(row)).join(',')}}\n`).join('');
  }
}
