// A file's rows as rows of a feed: shaped and mapped one after the other.
import {
  applyMapping,
  isPlain,
  type MappedRow,
  type Mapping,
  type NumberedRow,
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
  const map = (line: FeedLine | ShapedRow): FeedLine => {
    if (!('row' in line)) return line;
    const mapped = applyMapping(mapping, line.row);
    if (mapped.ok && mapping.currency === undefined) currencies.note(mapped.currency);
    return mappedLine(mapping, line, mapped);
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
function mappedLine({ asked }: Mapping, line: NumberedRow, mapped: MappedRow): FeedLine {
  const more = { source: line.row, ...(mapped.refused && { refused: mapped.refused }) };
  if (!mapped.ok) {
    const sku = mapped.sku !== undefined && { sku: mapped.sku };
    return { line: line.line, fault: mapped.message, ...sku, ...more };
  }
  const { notes = [] } = mapped;
  const all = line.notes ? [...line.notes, ...notes] : notes;
  return {
    line: line.line,
    row: mapped.row,
    asked,
    ...more,
    ...(all.length > 0 && { notes: all }),
  };
}
