// What every reader of a feed file gives: rows one by one, and the two ways in which a file fails.

import type { Note, RefusedValue } from '@attune/core';

/**
 * One row of the file, or why this one could not be read. `line` is its number: of its row in a
 * spreadsheet, its line in NDJSON, its place among the items of JSON and XML. A faulty row that
 * still has its sku names it, since its item then counts as present.
 */
export type FileLine =
  | {
      readonly line: number;
      readonly row: unknown;
      /** What the sender should know of how it was read. */
      readonly notes?: readonly Note[];
      /** Columns that were requested: a fault of another one costs only that one. */
      readonly asked?: ReadonlySet<string>;
    }
  | { readonly line: number; readonly fault: string; readonly sku?: string };

/** The same once it is mapped: the mapping may pass it over, as no item and no fault. */
export type FeedLine =
  | (FileLine & {
      /** The file's own row, where it was mapped: with those that belong to it. */
      readonly source?: unknown;
      /** Values that the mapping cannot read. */
      readonly refused?: readonly RefusedValue[];
    })
  | { readonly line: number; readonly skipped: true };

/** The whole file cannot be used: cut off, damaged, not of its format. Nothing may be changed. */
export class FeedFileError extends Error {
  override readonly name = 'FeedFileError';
}

/** No feed has more items: against what never ends. */
export const ROWS_MAX = 10_000_000;

/** The most that one row may take in a file; items are smaller, their sources need not be. */
export const ROW_MAX = 1024 * 1024;

export const rowTooLong = `is longer than ${ROW_MAX} bytes`;

/** No format has a line or an element as long as this: the file is not what it seems. */
export const LINE_MAX = 16 * ROW_MAX;

export const lineNeverEnds = (line: number) =>
  `line ${line} is longer than ${LINE_MAX} bytes: the file is no feed, or not of this format`;
