// How CSV and TSV are read: a header, quoting, cells that are absent, and rows of a wrong length.
import { CsvError, type Info, parse } from 'csv-parse';
import { FeedFileError, type FeedLine, ROW_MAX } from './feed-line.ts';
import { through } from './through.ts';

interface Parsed {
  readonly record: readonly string[];
  readonly info: Info;
}

/**
 * Reads delimited text whose first record is the header; `nameOf` gives a header its column name.
 * Cells are trimmed, and empty ones are left out of the row. Throws FeedFileError when there is no
 * header, a column is named twice, a quote stays open, or the last row was cut off.
 */
export async function* readDelimited(
  text: AsyncIterable<string>,
  delimiter: string,
  nameOf: (header: string) => string = (header) => header.trim(),
  quote = '"',
): AsyncGenerator<FeedLine> {
  const end = { last: '' };
  const parser = parse({
    delimiter,
    quote,
    info: true,
    // Rows are refused one by one below; a quote inside of a cell, as in 5" disk, is only a quote.
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: ROW_MAX,
  });
  const lineOf = createLineCount();
  let columns: readonly string[] | undefined;
  let held: FeedLine | undefined;
  for await (const { record, info } of parsed(through<Parsed>(remember(text, end), parser))) {
    const line = lineOf(record, info);
    if (!columns) {
      columns = readHeader(record.map(nameOf));
      continue;
    }
    if (held) yield held;
    const read = readRecord(columns, record, line);
    // A short row is no error yet: at the end of the file it may be the cut of an upload.
    held = read && record.length < columns.length ? read : undefined;
    if (read && !held) yield read;
  }
  if (!columns) throw new FeedFileError('the file is empty: it has no header');
  if (!held) return;
  if (!/[\r\n]/.test(end.last)) throw new FeedFileError(`the file is cut off in line ${held.line}`);
  yield held;
}

async function* parsed(records: AsyncIterable<Parsed>): AsyncGenerator<Parsed> {
  try {
    yield* records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FeedFileError(describe(error), { cause: error });
  }
}

function describe(error: CsvError): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'a quote is opened and never closed';
  if (error.code !== 'CSV_MAX_RECORD_SIZE') return error.message;
  return `a row is longer than ${ROW_MAX} characters; perhaps a quote is opened and never closed`;
}

async function* remember(
  text: AsyncIterable<string>,
  end: { last: string },
): AsyncGenerator<string> {
  for await (const chunk of text) {
    end.last = chunk.at(-1) ?? end.last;
    yield chunk;
  }
}

function readHeader(columns: readonly string[]): readonly string[] {
  const twice = columns.find((name, at) => name !== '' && columns.indexOf(name) !== at);
  if (twice !== undefined) throw new FeedFileError(`the header names ${twice} twice`);
  return columns;
}

function readRecord(
  columns: readonly string[],
  record: readonly string[],
  line: number,
): FeedLine | undefined {
  const cells = record.map((cell) => cell.trim());
  // Spreadsheets leave lines of delimiters behind: they are empty rows.
  if (cells.every((cell) => cell === '')) return undefined;
  const extra = cells.slice(columns.length).some((cell) => cell !== '');
  if (extra || cells.length < columns.length) {
    return { line, fault: `has ${cells.length} cells, and the header ${columns.length}` };
  }
  const named = columns.map((column, at): [string, string] => [column, cells[at] ?? '']);
  const nameless = named.findIndex(([column, cell]) => column === '' && cell !== '');
  if (nameless !== -1) return { line, fault: `has a cell in column ${nameless + 1}, without name` };
  return { line, row: Object.fromEntries(named.filter(([, cell]) => cell !== '')) };
}

/** Finds where a record starts; the parser knows where it ends, and counts CRLF in cells twice. */
function createLineCount(): (record: readonly string[], info: Info) => number {
  let twice = 0;
  return (record, info) => {
    const cells = record.join(' ');
    const breaks = cells.match(/[\r\n]/g)?.length ?? 0;
    const line = info.lines - breaks - twice;
    twice += cells.match(/\r\n/g)?.length ?? 0;
    return line;
  };
}
