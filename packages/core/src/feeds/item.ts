// What an item of a feed is: which rows become one, how a part replaces it, when two are the same.
import { readColumn, requiredColumns } from './column.ts';
import { canonicalText, isArray, isJsonObject, type Json, shown } from './json.ts';

/** A row that passed: known columns have their types, and every other column is as it was sent. */
export interface Item {
  readonly sku: string;
  readonly [column: string]: Json;
}

export type ItemResult =
  | { readonly ok: true; readonly item: Item }
  | { readonly ok: false; readonly message: string };

const COLUMNS_MAX = 200;
const ITEM_BYTES_MAX = 64 * 1024;

/**
 * Makes an item of one row of a feed, or says everything that is wrong with the row.
 * Reading an item again gives the same item. Limits: 200 columns, names of 100 characters, strings
 * of 1,000 (description 5,000), 64 KiB as JSON in UTF-8. Faults are joined by '; '.
 */
export function readItem(raw: unknown, vertical: string): ItemResult {
  if (!isJsonObject(raw)) return rejected([`a row must be an object, not ${shown(raw)}`]);
  const columns = Object.keys(raw);
  if (columns.length > COLUMNS_MAX) {
    return rejected([`has ${columns.length} columns, at most ${COLUMNS_MAX} are kept`]);
  }
  const faults = new Map<string, string>();
  const cells: [string, Json][] = [];
  for (const column of columns) {
    const { value, fault } = readColumn(column, raw[column]);
    if (fault !== undefined) faults.set(column, `${shownName(column)} ${fault}`);
    else if (value !== undefined) cells.push([column, value]);
  }
  // fromEntries defines own properties, so that a column named __proto__ is data like any other.
  const item = Object.fromEntries(cells);
  for (const column of requiredColumns(vertical)) {
    if (!faults.has(column) && isEmpty(item, column)) faults.set(column, `${column} is missing`);
  }
  if (faults.size > 0) return rejected([...faults.values()]);
  const bytes = jsonBytes(item);
  if (bytes > ITEM_BYTES_MAX) {
    return rejected([`is ${bytes} bytes as JSON, at most ${ITEM_BYTES_MAX} are kept`]);
  }
  return { ok: true, item: item as Item };
}

/**
 * Makes the item that a `partial` change leaves: the patch's columns replace those of `previous`,
 * null takes a column away, and the whole is read again as a row.
 */
export function partialItem(previous: Item, patch: unknown, vertical: string): ItemResult {
  if (!isJsonObject(patch)) return rejected([`data must be an object, not ${shown(patch)}`]);
  if (Object.hasOwn(patch, 'sku') && patch['sku'] !== previous.sku) {
    return rejected([`sku must be ${shown(previous.sku)}, not ${shown(patch['sku'])}`]);
  }
  const kept = Object.entries(previous).filter(([column]) => !Object.hasOwn(patch, column));
  const given = Object.entries(patch).filter(([, value]) => value !== null);
  return readItem(Object.fromEntries([...kept, ...given]), vertical);
}

/** The text that two versions of an item share exactly when nothing changed between them. */
export function itemText(item: Item): string {
  return canonicalText(item);
}

function rejected(faults: readonly string[]): ItemResult {
  return { ok: false, message: faults.join('; ') };
}

function isEmpty(item: Readonly<Record<string, Json>>, column: string): boolean {
  if (!Object.hasOwn(item, column)) return true;
  const value = item[column]!;
  return isArray(value) && value.length === 0;
}

function shownName(column: string): string {
  return /^[\w:.-]{1,100}$/.test(column) ? column : shown(column);
}

function jsonBytes(item: object): number {
  const text = JSON.stringify(item);
  // A UTF-16 unit takes at most three bytes: most items need no second look.
  return text.length * 3 <= ITEM_BYTES_MAX ? text.length : new TextEncoder().encode(text).length;
}
