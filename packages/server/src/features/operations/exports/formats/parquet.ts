// Rows as Parquet, compressed by zstd: a group of rows at a time is in memory.
import { constants, zstdCompressSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Cell, Column, ColumnType } from '../columns.ts';

/** A group is written when it has so many rows, or so much text. */
const groupRows = 50_000;
const groupTextBytes = 32 * 2 ** 20;

type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema'];
type Element = Omit<Schema[number], 'name'>;

const utf8: Element = {
  ...{ type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
};
const elements: Readonly<Record<ColumnType, Element>> = {
  text: utf8,
  json: utf8,
  decimal: utf8,
  int64: { type: 'INT64' },
  integer: { type: 'INT32' },
  double: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  timestamp: {
    ...{ type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
};

const compressed = (bytes: Uint8Array) =>
  zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });

/** The bytes of a file that has these rows. */
export async function* parquetOf<Row>(
  columns: readonly Column<Row>[],
  rows: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Buffer> {
  const writer = new ByteWriter();
  const schema: Schema = [
    { name: 'row', num_children: columns.length },
    ...columns.map(({ name, type }) => {
      return { name, repetition_type: 'OPTIONAL' as const, ...elements[type] };
    }),
  ];
  const file = new ParquetWriter({
    ...{ writer, schema, codec: 'ZSTD', compressors: { ZSTD: compressed } },
    createdBy: 'Attune',
  });
  let group = emptyGroup(columns);
  const writeGroup = () => {
    const columnData = columns.map(({ name }, at) => ({ name, data: group.cells[at]! }));
    // Not a promise: this writer only fills memory.
    void file.write({ columnData, rowGroupSize: group.rows });
    group = emptyGroup(columns);
    return taken(writer);
  };
  for await (const some of rows) {
    for (const row of some) addRow(group, columns, row);
    if (group.rows >= groupRows || group.textBytes >= groupTextBytes) yield writeGroup();
  }
  if (group.rows > 0) yield writeGroup();
  void file.finish();
  yield taken(writer);
}

interface Group {
  readonly cells: readonly Cell[][];
  rows: number;
  textBytes: number;
}

const emptyGroup = (columns: readonly unknown[]): Group => ({
  ...{ cells: columns.map(() => []), rows: 0, textBytes: 0 },
});

function addRow<Row>(group: Group, columns: readonly Column<Row>[], row: Row): void {
  for (let at = 0; at < columns.length; at += 1) {
    const { type, of } = columns[at]!;
    const cell = of(row);
    if (typeof cell === 'string') group.textBytes += cell.length;
    group.cells[at]!.push(type === 'int64' && typeof cell === 'number' ? BigInt(cell) : cell);
  }
  group.rows += 1;
}

/** What was written since it was last taken. */
function taken(writer: ByteWriter): Buffer {
  const bytes = Buffer.from(writer.getBytes());
  writer.index = 0;
  return bytes;
}
