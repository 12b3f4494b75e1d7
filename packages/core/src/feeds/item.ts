// What an item of a feed is: which rows become one, how a part replaces it, when two are the same.
import { columnReader, type ReadCell, readSku, requiredColumns } from './column.ts';
import { inOrder, isArray, isJsonObject, type Json, setMember, shown } from './json.ts';
import type { Note } from './note.ts';
import { jsonBytes, setAside } from './set-aside.ts';

/** A row that passed: known columns have their types, and every other column is as it was sent. */
export interface Item {
  readonly sku: string;
  readonly [column: string]: Json;
}

export type ItemResult =
  | { readonly ok: true; readonly item: Item }
  | { readonly ok: false; readonly message: string };

const COLUMNS_MAX = 200;
/** As JSON in UTF-8. */
const ITEM_BYTES_MAX = 64 * 1024;

/**
 * Reads one row after the other, fastest where they have the same columns. Where the columns that
 * were `asked` for are given, a fault of another one costs only that one, which is noted.
 */
export type ItemReader = (
  raw: unknown,
  asked?: ReadonlySet<string>,
) =>
  | {
      readonly ok: true;
      readonly item: Item;
      readonly text: string;
      readonly notes?: readonly Note[];
    }
  | { readonly ok: false; readonly message: string };

/**
 * Makes an item of one row of a feed, or says everything that is wrong with the row.
 * Reading an item again gives the same item. Limits: 200 columns, names of 100 characters, strings
 * of 1,000 (description 5,000), 64 KiB as JSON in UTF-8. Faults are joined by '; '.
 */
export function readItem(raw: unknown, vertical: string): ItemResult {
  const result = itemReader(vertical)(raw);
  return result.ok ? { ok: true, item: result.item } : result;
}

/** Reads rows as `readItem` does; `text` is what `itemText` gives of the item. */
export function itemReader(vertical: string): ItemReader {
  const required = requiredColumns(vertical);
  let layout = layoutOf([]);
  const readWhole = (raw: unknown) => {
    if (!isJsonObject(raw)) return rejected([`a row must be an object, not ${shown(raw)}`]);
    const columns = Object.keys(raw);
    if (columns.length > COLUMNS_MAX) {
      return rejected([`has ${columns.length} columns, at most ${COLUMNS_MAX} are kept`]);
    }
    if (!isLayout(layout, columns)) layout = layoutOf(columns);
    const item = readCells(layout, raw);
    if (item === undefined || required.some((column) => isEmpty(item, column))) {
      return rejected(faultsOf(layout, raw, required));
    }
    const text = JSON.stringify(item);
    // A UTF-16 unit takes at most three bytes: most items need no second look.
    const bytes = text.length * 3 <= ITEM_BYTES_MAX ? text.length : jsonBytes(text);
    if (bytes > ITEM_BYTES_MAX) {
      return rejected([`is ${bytes} bytes as JSON, at most ${ITEM_BYTES_MAX} are kept`]);
    }
    return { ok: true as const, item: item as Item, text };
  };
  return (raw, asked) => {
    const result = readWhole(raw);
    if (result.ok || asked === undefined || !isJsonObject(raw)) return result;
    const needed = new Set([...required, ...asked]);
    const { row, notes } = setAside(raw, needed, { columns: COLUMNS_MAX, bytes: ITEM_BYTES_MAX });
    if (notes.length === 0) return result;
    const again = readWhole(row);
    return again.ok ? { ...again, notes } : again;
  };
}

/** The columns of a row as they are sent, and how to read them in the order of their names. */
interface Layout {
  readonly columns: readonly string[];
  readonly sorted: readonly { readonly column: string; readonly read: ReadCell }[];
}

function layoutOf(columns: readonly string[]): Layout {
  const sorted = [...columns].sort();
  return { columns, sorted: sorted.map((column) => ({ column, read: columnReader(column) })) };
}

function isLayout({ columns }: Layout, others: readonly string[]): boolean {
  if (columns.length !== others.length) return false;
  for (let at = 0; at < columns.length; at += 1) if (columns[at] !== others[at]) return false;
  return true;
}

/** Undefined where a cell is at fault. */
function readCells(
  { sorted }: Layout,
  raw: Readonly<Record<string, unknown>>,
): Record<string, Json> | undefined {
  const item: Record<string, Json> = {};
  for (const { column, read } of sorted) {
    const { value, fault } = read(raw[column]);
    if (fault !== undefined) return undefined;
    if (value === undefined) continue;
    setMember(item, column, typeof value === 'object' ? inOrder(value) : value);
  }
  return item;
}

/** Every fault of a row that has one, in the order of its columns. */
function faultsOf(
  { columns }: Layout,
  raw: Readonly<Record<string, unknown>>,
  required: readonly string[],
): string[] {
  const faults = new Map<string, string>();
  const filled = new Set<string>();
  for (const column of columns) {
    const { value, fault } = columnReader(column)(raw[column]);
    if (fault !== undefined) faults.set(column, `${shownName(column)} ${fault}`);
    else if (value !== undefined && !isEmptyList(value)) filled.add(column);
  }
  for (const column of required) {
    if (!faults.has(column) && !filled.has(column)) faults.set(column, `${column} is missing`);
  }
  return [...faults.values()];
}

/**
 * Makes the item that a `partial` change leaves: the patch's columns replace those of `previous`,
 * null takes a column away, and the whole is read again as a row.
 */
export function partialItem(previous: Item, patch: unknown, vertical: string): ItemResult {
  if (!isJsonObject(patch)) return rejected([`data must be an object, not ${shown(patch)}`]);
  if (Object.hasOwn(patch, 'sku') && readSku(patch['sku']).value !== previous.sku) {
    return rejected([`sku must be ${shown(previous.sku)}, not ${shown(patch['sku'])}`]);
  }
  const kept = Object.entries(previous).filter(([column]) => !Object.hasOwn(patch, column));
  const given = Object.entries(patch).filter(([, value]) => value !== null);
  return readItem(Object.fromEntries([...kept, ...given]), vertical);
}

/** The text that two versions of an item share exactly when nothing changed between them. */
export function itemText(item: Item): string {
  return JSON.stringify(inOrder(item));
}

function rejected(faults: readonly string[]): { readonly ok: false; readonly message: string } {
  return { ok: false, message: faults.join('; ') };
}

function isEmpty(item: Readonly<Record<string, Json>>, column: string): boolean {
  return !Object.hasOwn(item, column) || isEmptyList(item[column]!);
}

const isEmptyList = (value: Json) => isArray(value) && value.length === 0;

function shownName(column: string): string {
  return /^[\w:.-]{1,100}$/.test(column) ? column : shown(column);
}
