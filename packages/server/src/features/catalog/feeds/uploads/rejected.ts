// The rows of a file that were rejected, read from it again: each with its reason and its cells.
import type { ReadingInput, RejectedRowOutput } from '@attune/contract';
import { type CsvValue, csvLine, type ItemReader, itemReader } from '@attune/core';
import { ApiError } from '../../../../api-error.ts';
import type { Context } from '../../../../context.ts';
import { FeedFileError, type FeedLine } from '../files/feed-line.ts';
import { readFeed } from '../files/read-feed-file.ts';
import { optionsOfReading } from '../reading.ts';
import { openUploaded, type UploadRequest } from './uploads.ts';
import { problemOf } from './work.ts';

/** Rejected rows, and the columns that any of them has. */
export interface RejectedRows {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<RejectedRowOutput>;
}

/** Of more skus than these it is not told which come again: memory would have no bound. */
const skusMax = 1_000_000;
const columnsMax = 2_000;
const restFactor = 5;
const longestRestMs = 400;
const linesAtOnce = 500;
const gone = 'The file is no longer kept. Upload it again to see its rejected rows.';

/**
 * Reads a file again, twice, for the rows that were rejected as it was read last. Throws
 * `not_found` where its bytes are gone.
 */
export async function readRejected(
  ctx: Context,
  request: UploadRequest,
  id: string,
): Promise<RejectedRows> {
  const { source, row } = await openUploaded(ctx, request, id);
  const reading: ReadingInput = row.reading === null ? {} : JSON.parse(row.reading);
  const options = optionsOfReading(reading);
  const nextSlice = ctx.background.begin(restFactor, longestRestMs);
  const look = () => looked(readFeed(source, options), request.site.vertical, nextSlice);
  const lastOf = new Map<string, number>();
  const columns = new Set<string>();
  try {
    for await (const { line, sku, position } of look()) {
      const isRoom = lastOf.size < skusMax;
      if (sku !== undefined && (isRoom || lastOf.has(sku))) lastOf.set(sku, position);
      for (const name of Object.keys(cellsOf(line)))
        if (columns.size < columnsMax) columns.add(name);
    }
  } catch (error) {
    if (!(error instanceof FeedFileError)) throw error;
    if (row.state === 'published') throw new ApiError('not_found', gone);
    throw new ApiError('invalid_request', problemOf(error).detail);
  }
  async function* rows(): AsyncGenerator<RejectedRowOutput> {
    for await (const { line, fault, sku, position } of look()) {
      const reason = fault ?? comesAgain(position, lastOf.get(sku ?? ''));
      if (reason !== undefined) yield { row: position, reason, cells: cellsOf(line) };
    }
  }
  return { columns: [...columns], rows: rows() };
}

function comesAgain(position: number, last: number | undefined): string | undefined {
  if (last === undefined || last === position) return undefined;
  return `the sku comes again in #${last}: its last row counts`;
}

interface Looked {
  readonly line: Exclude<FeedLine, { skipped: true }>;
  readonly position: number;
  /** Of a row that is an item. */
  readonly sku?: string;
  readonly fault?: string;
}

async function* looked(
  lines: AsyncIterable<FeedLine>,
  vertical: string,
  nextSlice: () => Promise<void>,
): AsyncGenerator<Looked> {
  const read: ItemReader = itemReader(vertical);
  let [last, count] = [-1, 0];
  for await (const line of lines) {
    last = Math.max(last + 1, line.line);
    count += 1;
    if (count % linesAtOnce === 0) await nextSlice();
    if ('skipped' in line) continue;
    if ('fault' in line) yield { line, position: last, fault: line.fault };
    else {
      const result = read(line.row, line.asked);
      yield result.ok
        ? { line, position: last, sku: result.item.sku }
        : { line, position: last, fault: result.message };
    }
  }
}

/** What shaping adds to a row is no cell of its own. */
const added = new Set(['rows', 'parent']);

function cellsOf(line: Looked['line']): Readonly<Record<string, unknown>> {
  const row = line.source ?? ('row' in line ? line.row : undefined);
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return {};
  return Object.fromEntries(Object.entries(row).filter(([name]) => !added.has(name)));
}

/** The same as a table that spreadsheets read as it is meant, formulas as text. */
export async function* rejectedCsv({ columns, rows }: RejectedRows): AsyncGenerator<string> {
  // Without the mark, spreadsheets take UTF-8 for something else.
  yield `\uFEFF${csvLine(['row', 'reason', ...columns])}`;
  for await (const { row, reason, cells } of rows) {
    yield csvLine([row, reason, ...columns.map((name) => cellText(cells, name))]);
  }
}

function cellText(cells: Readonly<Record<string, unknown>>, name: string): CsvValue {
  const value = Object.hasOwn(cells, name) ? cells[name] : undefined;
  if (value === undefined || value === null) return null;
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}

export async function* rejectedLines({ rows }: RejectedRows): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}
