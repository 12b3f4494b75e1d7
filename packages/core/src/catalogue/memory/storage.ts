// Rows of items in columns. Rows are only ever added, so that many versions share one storage.
import { areSame, textOf } from './bytes.ts';
import { segmentMask, segmentShift } from './chunk.ts';
import {
  type ColumnStore,
  columnBytes,
  makeColumn,
  openSegment,
  packSegment,
  putCell,
} from './column-store.ts';
import { postingsBytes } from './postings.ts';
import { scanObject } from './scan.ts';
import { addRow, makeSkuTable, type SkuTable, skuTableBytes } from './sku-table.ts';
import { valuesBytes } from './values.ts';

export interface Storage {
  readonly columns: ColumnStore[];
  readonly byName: Map<string, number>;
  /** The first of the columns. */
  readonly skus: ColumnStore;
  readonly table: SkuTable;
  /** One more than the last row. */
  rows: number;
  /** Rows before this one are in the columns' postings; the others are looked through. */
  indexed: number;
  /** When it was settled. */
  compactedBytes: number;
  /** Of items that were put since then, as JSON. */
  addedBytes: number;
  /** Columns by number, in the order in which the last item had them. */
  readonly layout: number[];
  /** Columns by number that the last item fills. */
  readonly filled: number[];
}

/** A storage without rows. */
export function makeStorage(expected: number): Storage {
  const skus = makeColumn('sku', 0);
  return storageOf([skus], makeSkuTable(expected), 0);
}

/** A storage of columns that have rows already. */
export function storageOf(columns: ColumnStore[], table: SkuTable, rows: number): Storage {
  return {
    columns,
    byName: new Map(columns.map(({ name }, at) => [name, at])),
    skus: columns[0]!,
    table,
    rows,
    indexed: 0,
    compactedBytes: 0,
    addedBytes: 0,
    layout: [],
    filled: [],
  };
}

/**
 * Adds a row: an item as JSON text. It belongs to no item until it is made live. Gives the
 * row; the numbers of the columns that it fills are left in `storage.filled`.
 */
export function putRow(storage: Storage, item: Uint8Array): number {
  const row = storage.rows;
  // Even if adding fails, the row number is used up: half a row belongs to no item.
  storage.rows += 1;
  if ((row & segmentMask) === 0) beginSegment(storage);
  storage.filled.length = 0;
  let sku: Where | undefined;
  let place = 0;
  scanObject(item, item.length, (keyFrom, keyTo, from, to) => {
    const column = columnAt(storage, place, item, keyFrom, keyTo);
    place += 1;
    if (column === 0) sku = [item, from, to];
    putCell(storage.columns[column]!, row, item, from, to);
    storage.filled.push(column);
  });
  if (!sku) throw new Error('an item without a sku');
  addRow(storage.table, storage.skus, row, sku);
  storage.addedBytes += item.length;
  return row;
}

/** Bytes, and where in them something lies. */
export type Where = readonly [Uint8Array, number, number];

function beginSegment({ columns, rows }: Storage): void {
  for (const column of columns) {
    if (rows > 1) packSegment(column);
    openSegment(column);
  }
}

/** The column of a key; most often the one that the item before had at this place. */
function columnAt(
  storage: Storage,
  place: number,
  item: Uint8Array,
  from: number,
  to: number,
): number {
  const expected = storage.layout[place];
  const key = expected === undefined ? undefined : storage.columns[expected]!.key;
  const length = to - from;
  if (key && key.length - 1 === length && areSame(key, 0, item, from, length)) return expected!;
  const name = JSON.parse(textOf(item, from, to)) as string;
  const found = storage.byName.get(name) ?? addColumn(storage, name);
  storage.layout[place] = found;
  return found;
}

function addColumn(storage: Storage, name: string): number {
  const column = makeColumn(name, (storage.rows - 1) >>> segmentShift);
  openSegment(column);
  storage.byName.set(name, storage.columns.length);
  return storage.columns.push(column) - 1;
}

/** How much memory it takes, about. */
export function storageBytes({ columns, table }: Storage): number {
  let bytes = skuTableBytes(table);
  for (const column of columns) {
    bytes += columnBytes(column) + valuesBytes(column.values);
    if (column.postings) bytes += postingsBytes(column.postings);
  }
  return bytes;
}
