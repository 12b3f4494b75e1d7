// What a table knows of its columns.
import type { ReactNode } from 'react';

export interface Column<Row> {
  /** In the address, where the table is sorted or filtered by it. */
  readonly id: string;
  readonly head: string;
  /** Explains the head, beside it. */
  readonly hint?: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Absent: the table is not sorted by it. null sorts last, whichever way. A service may sort. */
  readonly sortBy?: (row: Row) => string | number | null;
  /** Words and dates that stay on one line. */
  readonly isShort?: boolean;
  /** Right-aligned, and the first sort is from high to low. */
  readonly isNumber?: boolean;
  /** The first sort is from high to low, as for times. */
  readonly isLatestFirst?: boolean;
  /** Of the row below the table, over every row that the filters let through. */
  readonly total?: (rows: readonly Row[]) => ReactNode;
  readonly filter?: ColumnFilter<Row>;
}

export interface ColumnFilter<Row> {
  /** Of the choice that filters nothing: "Any status". */
  readonly any: string;
  readonly valuesOf: (row: Row) => readonly string[];
  /** How a value reads. Default: as it is. */
  readonly say?: (value: string) => string;
  /** What to offer, also where no row has it. Default: what the rows have. */
  readonly options?: readonly string[];
}

/** The values to choose from, with the one that is chosen even where no row has it any more. */
export function optionsOf<Row>(
  { options, valuesOf }: ColumnFilter<Row>,
  rows: readonly Row[],
  chosen: string,
): readonly string[] {
  const found = options ?? [...new Set(rows.flatMap(valuesOf))].sort(compareTexts);
  return chosen === '' || found.includes(chosen) ? found : [...found, chosen];
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const compareTexts = (one: string, other: string) => collator.compare(one, other);

/** For numbers and texts; what is not comparable with a number comes behind it. */
export function compareValues(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return compareTexts(String(one), String(other));
}
