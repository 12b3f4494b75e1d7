// A row without the columns that would cost it, where no one requested them.
import { columnReader } from './column.ts';
import { shown } from './json.ts';
import { type Note, withoutValue } from './note.ts';

export interface RowLimits {
  readonly columns: number;
  /** As JSON in UTF-8. */
  readonly bytes: number;
}

/**
 * Sets aside the columns that are at fault and not `needed`; then those beyond the limits, the last
 * and the longest first. Notes say which.
 */
export function setAside(
  raw: Readonly<Record<string, unknown>>,
  needed: ReadonlySet<string>,
  limits: RowLimits,
): { readonly row: Readonly<Record<string, unknown>>; readonly notes: readonly Note[] } {
  const notes: Note[] = [];
  const kept: [string, unknown][] = [];
  for (const [column, value] of Object.entries(raw)) {
    const fault = needed.has(column) ? undefined : faultOf(column, value);
    if (fault === undefined) kept.push([column, value]);
    else notes.push(asideOf(column, fault, value));
  }
  const isFree = ([column]: [string, unknown]) => !needed.has(column);
  while (kept.length > limits.columns) {
    const last = kept.findLastIndex(isFree);
    if (last === -1) break;
    const [[column, value]] = kept.splice(last, 1) as [[string, unknown]];
    notes.push(asideOf(column, `is beyond ${limits.columns} columns`, value));
  }
  let size = bytesOf(Object.fromEntries(kept));
  while (size > limits.bytes) {
    const free = kept.filter(isFree).map((cell) => ({ cell, bytes: bytesOf(cell) }));
    const [longest] = free.sort((a, b) => b.bytes - a.bytes);
    if (!longest) break;
    kept.splice(kept.indexOf(longest.cell), 1);
    size -= longest.bytes;
    notes.push(asideOf(longest.cell[0], `makes the item longer than ${limits.bytes} bytes`, ''));
  }
  return { row: Object.fromEntries(kept), notes };
}

const bytesOf = (value: unknown) => jsonBytes(JSON.stringify(value) ?? '');

export function jsonBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Without quoting the value: the same fault of many rows is one note. */
function faultOf(column: string, value: unknown): string | undefined {
  const { fault } = columnReader(column)(value);
  return fault === undefined ? undefined : withoutValue(fault);
}

const asideOf = (column: string, fault: string, value: unknown): Note => ({
  column: column === '' ? 'a column without name' : column.slice(0, 100),
  message: `${fault}, and is set aside`,
  example: shown(value),
});
