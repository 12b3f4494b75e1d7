// How CSV and TSV are read: a header, quoting, cells that are absent, and rows of a wrong length.
import type { Note } from '@attune/core';
import { CsvError, type Info, parse } from 'csv-parse';
import { FeedFileError, type FileLine, ROW_MAX } from './feed-line.ts';
import { findHeader, type NumberedRecord } from './header.ts';
import { through } from './through.ts';

interface Parsed {
  readonly record: readonly string[];
  readonly info: Info;
}

export interface DelimitedOptions {
  /** Gives a header its column name. */
  readonly nameOf?: ((header: string) => string) | undefined;
  readonly quote?: string | undefined;
  /** Gets the names of the columns, once they are known. */
  readonly onHeader?: ((columns: readonly string[]) => void) | undefined;
  /**
   * Titles above the header are passed over, cells without a column set aside, and of columns that
   * have one name the first that is filled counts: another value is kept under `name 2`.
   */
  readonly isLenient?: boolean;
}

/**
 * Reads delimited text whose first record is the header. Cells are trimmed, and empty ones are left
 * out of the row. Throws FeedFileError when there is no header, a quote stays open, or the last row
 * was cut off; where it is not lenient, also when a column is named twice.
 */
export async function* readDelimited(
  text: AsyncIterable<string>,
  delimiter: string,
  options: DelimitedOptions = {},
): AsyncGenerator<FileLine> {
  const { quote = '"', isLenient = false } = options;
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
  const records = numbered(parsed(through<Parsed>(remember(text, end), parser)));
  const isCut = () => !/[\r\n]/.test(end.last);
  yield* readTable(isLenient ? findHeader(records, delimiter) : records, options, isCut);
}

/**
 * Reads records of which the first is the header. Rows may be shorter where none can be cut off.
 * Throws FeedFileError as `readDelimited` does.
 */
export async function* readTable(
  records: AsyncIterable<NumberedRecord>,
  options: DelimitedOptions,
  isCut?: () => boolean,
): AsyncGenerator<FileLine> {
  const { nameOf = (header) => header.trim(), isLenient = false } = options;
  let columns: Columns | undefined;
  let held: FileLine | undefined;
  for await (const { record, line } of records) {
    if (!columns) {
      const read = readHeader(record, nameOf, isLenient);
      columns = isCut ? read : { ...read, least: 0 };
      options.onHeader?.(columns.names.filter((name) => name !== ''));
      continue;
    }
    if (held) yield held;
    if (columns.most === 0) columns = { ...columns, most: record.length };
    const read = readRecord(columns, record, line);
    // A short row is no error yet: at the end of the file it may be the cut of an upload.
    held = read && record.length < columns.least ? read : undefined;
    if (read && !held) yield read;
  }
  if (!columns) throw new FeedFileError('the file is empty, it has no header: export it again');
  if (!held) return;
  if (isCut?.())
    throw new FeedFileError(`the file is cut off in row ${held.line}: download or export it again`);
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

/** Empty lines have a row in spreadsheets as well. */
async function* numbered(records: AsyncIterable<Parsed>): AsyncGenerator<NumberedRecord> {
  for await (const { record, info } of records) {
    yield { record, line: info.records + info.empty_lines };
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

interface Columns {
  readonly names: readonly string[];
  /** Of columns whose name stands before already: where. */
  readonly again: ReadonlyMap<number, number>;
  /** How many cells a row has at least: columns without name behind the others need none. */
  readonly least: number;
  /** And at most: the first row says whether rows end in delimiters. 0: none was read yet. */
  readonly most: number;
  /** As it is written. */
  readonly header: readonly string[];
  readonly isLenient: boolean;
}

function readHeader(
  header: readonly string[],
  nameOf: (header: string) => string,
  isLenient: boolean,
): Columns {
  const named = header.map(nameOf);
  const { names, again } = toldApart(named);
  if (again.size > 0 && !isLenient) {
    throw new FeedFileError(`the header names ${named[[...again.keys()][0]!]} twice`);
  }
  const least = isLenient ? names.findLastIndex((name) => name !== '') + 1 : names.length;
  return { names, again, least, most: 0, header: header.map((name) => name.trim()), isLenient };
}

function readRecord(
  columns: Columns,
  record: readonly string[],
  line: number,
): FileLine | undefined {
  const { names, least, most, header, isLenient } = columns;
  const cells = record.map((cell) => cell.trim());
  // Spreadsheets leave lines of delimiters behind: they are empty rows.
  if (cells.every((cell) => cell === '')) return undefined;
  const extra = cells.slice(names.length).some((cell) => cell !== '');
  // One that is longer than the others has its cells under other columns.
  const isLonger = cells.length > Math.max(most, names.length);
  if (extra || isLonger || cells.length < least) {
    return { line, fault: `has ${cells.length} cells, and the header ${names.length}` };
  }
  if (cells[0] === header[0] && cells.every((cell, at) => cell === (header[at] ?? ''))) {
    return { line, fault: 'is the header again' };
  }
  const row: [string, string][] = [];
  const notes = columns.again.size > 0 ? joinRepeated(columns, cells) : [];
  for (const [at, cell] of cells.entries()) {
    const name = names[at] ?? '';
    if (cell === '') continue;
    if (name !== '') row.push([name, cell]);
    else if (isLenient) notes.push(unnamed(at, cell));
    else return { line, fault: `has a cell in column ${at + 1}, without name` };
  }
  return { line, row: Object.fromEntries(row), ...(notes.length > 0 && { notes }) };
}

const unnamed = (at: number, cell: string): Note => ({
  column: `column ${at + 1}`,
  message: 'has no name, and is set aside',
  example: cell.slice(0, 100),
});

/** Each name once: of several the second is `name 2`. */
function toldApart(named: readonly string[]): Pick<Columns, 'names' | 'again'> {
  const places = new Map<string, number>();
  const again = new Map<number, number>();
  const taken = new Set(named);
  const names = named.map((name, at) => {
    const first = places.get(name);
    if (name === '' || first === undefined) {
      places.set(name, at);
      return name;
    }
    again.set(at, first);
    let nth = 2;
    while (taken.has(`${name} ${nth}`)) nth += 1;
    taken.add(`${name} ${nth}`);
    return `${name} ${nth}`;
  });
  return { names, again };
}

/** Of cells with one name the first that is filled counts; notes tell what else was said. */
function joinRepeated({ names, again }: Columns, cells: string[]): Note[] {
  const notes: Note[] = [];
  for (const [at, first] of again) {
    const [one, other] = [cells[first], cells[at]];
    if (one === '' || one === other) {
      cells[first] = other ?? '';
      cells[at] = '';
    } else if (other !== undefined && other !== '') {
      const message = `stands in the header twice: the other value is kept as ${names[at]}`;
      notes.push({ column: names[first]!, message, example: other.slice(0, 100) });
    }
  }
  return notes;
}
