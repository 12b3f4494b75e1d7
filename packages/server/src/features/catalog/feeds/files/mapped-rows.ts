// A file's rows as rows of a feed: shaped and mapped one after the other.
import {
  applyMapping,
  isPlain,
  type Mapping,
  parentCollector,
  rowShaper,
  type ShapedRow,
} from '@attune/core';
import { FeedFileError, type FeedLine } from './feed-line.ts';
import { currencyCount } from './row-limits.ts';

type Parents = ReturnType<typeof parentCollector>['found'];

/** Maps rows. Throws FeedFileError at the end where their prices are in several currencies. */
export async function* mapRows(
  lines: AsyncIterable<FeedLine>,
  mapping: Mapping,
  parents?: Parents,
): AsyncGenerator<FeedLine> {
  const currencies = currencyCount();
  const map = (line: FeedLine): FeedLine => {
    const { currency, ...row } = mapLine(mapping, line);
    if (mapping.currency === undefined) currencies.note(currency);
    return row;
  };
  if (isPlain(mapping)) for await (const line of lines) yield map(line);
  else {
    const shaper = rowShaper(mapping, parents);
    for await (const line of lines) {
      if (!('row' in line)) yield line;
      else for (const one of shaper.add(line)) yield map(one);
    }
    for (const one of shaper.end()) yield map(one);
  }
  currencies.end();
}

/** Looks at a whole file for the rows that others refer to. */
export async function collectParents(
  mapping: Mapping,
  { rows, close }: { readonly rows: AsyncIterable<FeedLine>; readonly close: () => Promise<void> },
): Promise<Parents> {
  const collector = parentCollector(mapping);
  try {
    for await (const line of rows) {
      if ('row' in line && !collector.add(line.row)) {
        throw new FeedFileError(
          `more than ${collector.found.rows.size} rows are referred to by others, too many to keep`,
        );
      }
    }
  } finally {
    await close();
  }
  return collector.found;
}

/** A line's row with our columns; its error where the mapping finds one. */
function mapLine(
  mapping: Mapping,
  line: FeedLine | ShapedRow,
): FeedLine & { readonly currency?: string | undefined } {
  if (!('row' in line)) return line;
  const { line: number } = line;
  const { notes = [] } = line;
  const row = applyMapping(mapping, line.row);
  const more = { source: line.row, ...(row.refused && { refused: row.refused }) };
  if (!row.ok) {
    const sku = row.sku !== undefined && { sku: row.sku };
    return { line: number, fault: row.message, ...sku, ...more };
  }
  const all = [...notes, ...(row.notes ?? [])];
  return {
    ...{ line: number, row: row.row, asked: mapping.asked, currency: row.currency },
    ...more,
    ...(all.length > 0 && { notes: all }),
  };
}
