// What every reader of a feed file gives: rows one by one, and the two ways in which a file fails.

/**
 * One row of the file, or why this one could not be read; `line` counts from 1. A faulty row that
 * still has its sku names it, since its item then counts as present.
 */
export type FeedLine =
  | { readonly line: number; readonly row: unknown }
  | { readonly line: number; readonly fault: string; readonly sku?: string };

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
