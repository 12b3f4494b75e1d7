// How the columns of a fetched file differ from those of the one before.
import { sayFirst } from '@attune/core';

export interface ColumnsChange {
  readonly added: string[];
  readonly gone: string[];
}

/** Undefined where they are the same, in whatever order, or where those before are not known. */
export function changeOfColumns(
  before: readonly string[] | null,
  now: readonly string[],
): ColumnsChange | undefined {
  if (!before) return undefined;
  const added = now.filter((column) => !before.includes(column));
  const gone = before.filter((column) => !now.includes(column));
  return added.length + gone.length > 0 ? { added, gone } : undefined;
}

/** " The file has new columns: color. It lacks columns that it had: colour." */
export function sayColumns(change: ColumnsChange | undefined): string {
  if (!change) return '';
  const { added, gone } = change;
  const isNew = added.length > 0 ? ` The file has new columns: ${listed(added)}.` : '';
  return gone.length > 0 ? `${isNew} It lacks columns that it had: ${listed(gone)}.` : isNew;
}

const mostListed = 10;

function listed(columns: readonly string[]): string {
  const names = columns.map((column) => column.slice(0, 50));
  return sayFirst(names, mostListed);
}
