// An item as JSON text, put together from the texts of its cells.
import { append, type Bytes, reserve, textOf } from './bytes.ts';
import { type ColumnStore, writeCell } from './column-store.ts';

/** A member of the text: the first of its columns that the item fills. */
export interface TextMember {
  /** `"name":` in UTF-8. */
  readonly key: Uint8Array;
  readonly columns: readonly ColumnStore[];
}

const openBrace = 0x7b;
const closeBrace = 0x7d;
const comma = 0x2c;

const room: Bytes = { data: new Uint8Array(64 * 1024), used: 0 };

/** Writes an item behind what is in `out` already. */
export function writeItem(members: readonly TextMember[], row: number, out: Bytes): void {
  reserve(out, 2);
  out.data[out.used++] = openBrace;
  const start = out.used;
  for (const { key, columns } of members) {
    const before = out.used;
    reserve(out, key.length + 1);
    if (before > start) out.data[out.used++] = comma;
    append(out, key, 0, key.length);
    if (!writeFirst(columns, row, out)) out.used = before;
  }
  reserve(out, 1);
  out.data[out.used++] = closeBrace;
}

/** An item as text. */
export function itemText(members: readonly TextMember[], row: number): string {
  room.used = 0;
  writeItem(members, row, room);
  return textOf(room.data, 0, room.used);
}

function writeFirst(columns: readonly ColumnStore[], row: number, out: Bytes): boolean {
  for (const column of columns) if (writeCell(column, row, out)) return true;
  return false;
}
