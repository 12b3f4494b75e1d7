// Where the header of a table is, when other lines stand above it: titles, remarks, `sep=;`.

/** A record, and its number: that of its row in a spreadsheet. */
export interface NumberedRecord {
  readonly record: readonly string[];
  readonly line: number;
}

/** Titles are near the top. */
const recordsLookedAt = 20;
/** A title has a cell or two beside empty ones. */
const titleCells = 2;

/** The records from the header on. */
export async function* findHeader(
  records: AsyncIterable<NumberedRecord>,
  delimiter: string,
): AsyncGenerator<NumberedRecord> {
  let first: NumberedRecord[] | undefined = [];
  for await (const one of records) {
    if (!first) {
      yield one;
      continue;
    }
    first.push(one);
    if (first.length < recordsLookedAt) continue;
    yield* fromHeader(first, delimiter);
    first = undefined;
  }
  if (first) yield* fromHeader(first, delimiter);
}

function fromHeader(records: readonly NumberedRecord[], delimiter: string): NumberedRecord[] {
  const others = records.filter(
    ({ record }, at) => !(at === 0 && isSeparatorLine(record.join(delimiter))),
  );
  const most = Math.max(0, ...others.map(({ record }) => filledCells(record)));
  const at = others.findIndex(({ record }) => !isAbove(record, most));
  return others.slice(Math.max(0, at));
}

/** Excel's own line that says which delimiter the file has. */
const isSeparatorLine = (line: string) => /^"?sep=.?"?[\s,;|]*$/i.test(line);

function isAbove(record: readonly string[], most: number): boolean {
  const filled = filledCells(record);
  if (record[0]?.trim().startsWith('# ')) return true;
  return filled <= titleCells && filled < most / 2;
}

const filledCells = (record: readonly string[]) =>
  record.filter((cell) => cell.trim() !== '').length;
