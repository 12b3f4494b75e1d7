// Lines of NDJSON that are items already, taken over byte by byte: most lines of most feeds. What
// may have to be converted, or is at fault, is left to be parsed and read as an item.
import { type ColumnKind, columnKind, requiredColumns } from './column.ts';
import { COLUMNS_MAX, ITEM_BYTES_MAX } from './item.ts';
import { nothing, notPlain, plainCell, skipSpaces } from './plain-cell.ts';

/** Bytes that can be copied at once, as a Buffer's. */
export interface Bytes extends Uint8Array {
  copy(target: Uint8Array, at: number, from: number, to: number): number;
}

export interface PlainLines {
  /**
   * Writes the item's text (see `itemText`) of the line from `start` to `end` of `source`, which is
   * UTF-8, into `target` from `at` on, where there must be room for as many bytes. Gives how many
   * it wrote; 0: the line must be parsed.
   */
  readonly read: (
    source: Bytes,
    start: number,
    end: number,
    target: Uint8Array,
    at: number,
  ) => number;
  /** Where the sku of the line that was read last stands in its source, without quotes. */
  readonly sku: { start: number; end: number };
  /** Tells which columns the next lines may have, in the order in which lines have them. */
  readonly learn: (columns: readonly string[]) => void;
}

interface Cell {
  /** `"name":` */
  readonly label: Uint8Array;
  readonly kind: ColumnKind;
  readonly isRequired: boolean;
  /** Where its name and its value were in the line that was read last; `nothing`: nowhere. */
  name: number;
  from: number;
  to: number;
}

interface Layout {
  readonly columns: readonly string[];
  readonly cells: readonly Cell[];
  readonly sorted: readonly Cell[];
}

const OPEN = 123;
const CLOSE = 125;
const LIST = 91;
const COMMA = 44;
const SPACE = 32;
const QUOTE = 34;
const encoder = new TextEncoder();

/** Reads the lines of a feed whose items must have what a vertical requires. */
export function plainLines(vertical: string): PlainLines {
  const required = requiredColumns(vertical);
  const sku = { start: 0, end: 0 };
  let layout: Layout | undefined;
  return {
    sku,
    learn: (columns) => {
      if (!layout || !isPartOf(columns, layout.columns)) {
        layout = layoutOf(columns, required) ?? layout;
      }
    },
    read: (source, start, end, target, at) => {
      if (!layout || end - start > ITEM_BYTES_MAX) return 0;
      if (!findCells(layout.cells, source, start, end)) return 0;
      for (const cell of layout.sorted) {
        if (cell.kind.type !== 'sku') continue;
        sku.start = cell.from + 1;
        sku.end = cell.to - 1;
      }
      return write(layout.sorted, source, target, at) - at;
    },
  };
}

/** Undefined for columns of which a line without faults may have others, or in another order. */
function layoutOf(columns: readonly string[], required: readonly string[]): Layout | undefined {
  // Objects have names that are digits first.
  const isPlain = columns.every((column) => /^[a-z_:][\w:. -]*$/i.test(column));
  if (!isPlain || columns.length > COLUMNS_MAX || columns.includes('__proto__')) return undefined;
  if (!required.every((column) => columns.includes(column))) return undefined;
  const cells = new Map<string, Cell>();
  for (const column of columns) {
    const kind = columnKind(column);
    if (!kind) return undefined;
    const isRequired = required.includes(column);
    const label = encoder.encode(`"${column}":`);
    cells.set(column, { label, kind, isRequired, name: 0, from: nothing, to: 0 });
  }
  const sorted = [...columns].sort().map((column) => cells.get(column)!);
  return { columns, cells: [...cells.values()], sorted };
}

/** Are these some of the others, in the same order? */
function isPartOf(columns: readonly string[], others: readonly string[]): boolean {
  let at = 0;
  for (const other of others) if (columns[at] === other) at += 1;
  return at === columns.length;
}

/** Finds each cell of an object that has some of them, in their order; else gives false. */
function findCells(
  cells: readonly Cell[],
  source: Uint8Array,
  start: number,
  end: number,
): boolean {
  if (source[start] !== OPEN) return false;
  let at = skipSpaces(source, start + 1);
  let isOver = false;
  for (const cell of cells) {
    cell.from = nothing;
    if (!isOver && isNamed(cell.label, source, at)) {
      const from = skipSpaces(source, at + cell.label.length);
      const to = plainCell(cell.kind, source, from, end);
      if (to === notPlain) return false;
      if (to !== nothing) {
        cell.name = at;
        cell.from = from;
        cell.to = to;
      }
      at = skipSpaces(source, to === nothing ? from + 'null'.length : to);
      if (source[at] === CLOSE) isOver = true;
      else if (source[at] === COMMA) at = skipSpaces(source, at + 1);
      else return false;
    }
    if (cell.isRequired && cell.from === nothing) return false;
  }
  return isOver && isEnd(source, at + 1, end);
}

function isNamed(label: Uint8Array, source: Uint8Array, at: number): boolean {
  for (let read = 0; read < label.length; read += 1) {
    if (source[at + read] !== label[read]) return false;
  }
  return true;
}

/** Nothing but spaces follows, and the carriage return of a line that ends with one. */
function isEnd(source: Uint8Array, start: number, end: number): boolean {
  let at = skipSpaces(source, start);
  if (at < end && source[at] === 13) at += 1;
  return at === end;
}

/** Writes an object of the cells that were found, and gives the place behind it. */
function write(cells: readonly Cell[], source: Bytes, target: Uint8Array, start: number): number {
  let at = start;
  for (const { label, name, from, to } of cells) {
    if (from === nothing) continue;
    target[at] = at === start ? OPEN : COMMA;
    const value = name + label.length;
    const isTogether = from === value && source[from] !== LIST;
    at += 1 + source.copy(target, at + 1, name, isTogether ? to : value);
    if (!isTogether) at = writeValue(source, from, to, target, at);
  }
  target[at] = CLOSE;
  return at + 1;
}

/** Writes a value without the spaces between its elements. */
function writeValue(
  source: Uint8Array,
  from: number,
  to: number,
  target: Uint8Array,
  start: number,
): number {
  let at = start;
  let isText = false;
  for (let read = from; read < to; read += 1) {
    const byte = source[read]!;
    if (byte === QUOTE) isText = !isText;
    if (byte === SPACE && !isText) continue;
    target[at] = byte;
    at += 1;
  }
  return at;
}
