// Rows by sku. Shared by versions: each finds the one row of a sku that is an item of its own.
import { areSame, hashOf } from './bytes.ts';
import { segmentMask, segmentShift, textEnd, textStart } from './chunk.ts';
import type { ColumnStore } from './column-store.ts';
import { isLive, type Live } from './live.ts';

export interface SkuTable {
  /** The newest row of each sku, plus one, by the hash of its JSON text; 0: free. */
  slots: Uint32Array;
  skus: number;
  /** Of rows that took the place of another one of their sku: that one. */
  readonly before: Map<number, number>;
}

/** A table with room for so many skus. */
export function makeSkuTable(expected: number): SkuTable {
  let slots = 64;
  while (slots * 3 < expected * 5) slots *= 2;
  return { slots: new Uint32Array(slots), skus: 0, before: new Map() };
}

/** Notes a row by its sku: JSON text, which the column `skus` has for the row already. */
export function addRow(
  table: SkuTable,
  skus: ColumnStore,
  row: number,
  [bytes, from, to]: readonly [Uint8Array, number, number],
): void {
  const slot = slotOf(table, skus, bytes, from, to);
  const known = table.slots[slot]!;
  table.slots[slot] = row + 1;
  if (known !== 0) {
    table.before.set(row, known - 1);
    return;
  }
  table.skus += 1;
  if (table.skus * 3 > table.slots.length * 2) hashAgain(table, skus);
}

/** The row of a sku that is live; -1 where none is. */
export function findRow(
  table: SkuTable,
  skus: ColumnStore,
  live: Live,
  [bytes, from, to]: readonly [Uint8Array, number, number],
): number {
  return liveAmong(table, live, table.slots[slotOf(table, skus, bytes, from, to)]! - 1);
}

/** Of a row and those before it of the same sku, the one that is live; -1 where none is. */
export function liveAmong({ before }: SkuTable, live: Live, newest: number): number {
  let row = newest;
  while (row >= 0 && !isLive(live, row)) row = before.get(row) ?? -1;
  return row;
}

/** How much memory it takes, about. */
export const skuTableBytes = ({ slots, before }: SkuTable) => slots.byteLength + 48 * before.size;

function slotOf(
  { slots }: SkuTable,
  skus: ColumnStore,
  bytes: Uint8Array,
  from: number,
  to: number,
): number {
  const mask = slots.length - 1;
  let slot = hashOf(bytes, from, to) & mask;
  for (let taken = slots[slot]!; taken !== 0; taken = slots[slot]!) {
    const chunk = skus.chunks[(taken - 1) >>> segmentShift]!;
    const offset = (taken - 1) & segmentMask;
    const start = textStart(chunk, offset);
    const isAsLong = textEnd(chunk, offset) - start === to - from;
    if (isAsLong && areSame(chunk.small, start, bytes, from, to - from)) return slot;
    slot = (slot + 1) & mask;
  }
  return slot;
}

function hashAgain(table: SkuTable, skus: ColumnStore): void {
  const old = table.slots;
  const slots = new Uint32Array(old.length * 2);
  const mask = slots.length - 1;
  for (const taken of old) {
    if (taken === 0) continue;
    const chunk = skus.chunks[(taken - 1) >>> segmentShift]!;
    const offset = (taken - 1) & segmentMask;
    const hash = hashOf(chunk.small, textStart(chunk, offset), textEnd(chunk, offset));
    let slot = hash & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = taken;
  }
  table.slots = slots;
}
