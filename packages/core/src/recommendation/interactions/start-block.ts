// How a day's rows become a block, column by column: without an object for each of them.

import type { Interaction } from '../definition.ts';
import { type InteractionBlock, type InteractionRow, interactionKinds, noGroup } from './block.ts';
import { makeTextTable, type TextTable } from './text-table.ts';
import { makeUserTable } from './user-table.ts';

/** A block that rows are added to, in any order. */
export interface BlockBuilder {
  readonly rows: () => number;
  /**
   * Whose the next rows are, as the two halves of the user's 64 bits, and when they happened, in ms
   * since the epoch.
   */
  readonly turnTo: (lowHalf: number, highHalf: number, time: number) => void;
  /** Adds a row; `group` as in `InteractionRow`. */
  readonly add: (kind: Interaction, sku: string, group: string) => void;
  /** The same of texts that lie in `bytes` as UTF-8, `from` a place and up to the `end`. */
  readonly addAt: (bytes: Uint8Array, kind: Interaction, sku: Span, group: Span) => void;
  /** Once, behind the last row. */
  readonly finish: () => InteractionBlock;
}

/** Where a text lies: `spanOf` its beginning and its length. 0 is any that is empty. */
export type Span = number;

/** Small, so that spans of some megabytes are small integers, which cost nothing. */
const mostOfSpan = 1 << 10;

/** A span; undefined of a text that is too long for one, 1,023 bytes being the most. */
export function spanOf(from: number, end: number): Span | undefined {
  const length = end - from;
  if (length >= mostOfSpan) return undefined;
  return length === 0 ? 0 : from * mostOfSpan + length;
}

const fromOf = (span: Span): number => Math.floor(span / mostOfSpan);
const endOf = (span: Span): number => fromOf(span) + (span % mostOfSpan);

const encoder = new TextEncoder();
const basket = interactionKinds.indexOf('purchase');

/**
 * Starts a block of a day. Purchases and sessions of one name are two groups. `seed` as in
 * `makeTextTable`.
 */
export function startBlock(day: number, seed?: number): BlockBuilder {
  const users = makeUserTable();
  const skus = makeTextTable(seed);
  const names = makeTextTable(seed);
  const groups = makeUserTable();
  let columns = columnsOf(1 << 10);
  let rows = 0;
  let [low, high, time] = [0, 0, 0];

  const addRow = (name: Interaction, sku: number, group: number | undefined): void => {
    if (rows === columns.kind.length) columns = columnsOf(2 * rows, columns);
    const kind = interactionKinds.indexOf(name);
    const user = users.numberOf(low, high);
    columns.user[rows] = user;
    columns.sku[rows] = sku;
    // Of a user, and of a name that is a basket's or a session's.
    const parity = kind === basket ? 1 : 0;
    const isNone = group === undefined;
    columns.group[rows] = isNone ? noGroup : groups.numberOf(user, 2 * group + parity);
    columns.kind[rows] = kind;
    columns.time[rows] = time;
    rows += 1;
  };
  const numberIn = (table: TextTable, text: string): number => {
    const bytes = encoder.encode(text);
    return table.numberOf(bytes, 0, bytes.length);
  };
  return {
    rows: () => rows,
    turnTo: (lowHalf, highHalf, at) => {
      low = lowHalf;
      high = highHalf;
      time = at;
    },
    add: (kind, sku, group) => {
      addRow(kind, numberIn(skus, sku), group === '' ? undefined : numberIn(names, group));
    },
    addAt: (bytes, kind, sku, group) => {
      const name = group === 0 ? undefined : names.numberOf(bytes, fromOf(group), endOf(group));
      addRow(kind, skus.numberOf(bytes, fromOf(sku), endOf(sku)), name);
    },
    finish: () => {
      const inOrder = byTime(columns.time.subarray(0, rows));
      const knownUsers = users.sorted();
      const knownSkus = skus.sorted();
      return {
        ...{ day, users: knownUsers.users, skus: knownSkus.texts, groupCount: groups.size() },
        user: placed(columns.user, inOrder, knownUsers.placeOfNumber),
        sku: placed(columns.sku, inOrder, knownSkus.placeOfNumber),
        group: asTheyBegin(inOrder, columns.group, groups.size()),
        kind: kindsOf(columns.kind, inOrder),
      };
    },
  };
}

/** Rows of one day, in any order, as a block. */
export function makeBlock(day: number, rows: readonly InteractionRow[]): InteractionBlock {
  const block = startBlock(day);
  for (const { user, sku, group, kind, time } of rows) {
    block.turnTo(Number(BigInt.asUintN(32, user)), Number(BigInt.asIntN(32, user >> 32n)), time);
    block.add(kind, sku, group);
  }
  return block.finish();
}

interface Columns {
  readonly user: Uint32Array;
  readonly sku: Uint32Array;
  readonly group: Uint32Array;
  readonly kind: Uint8Array;
  readonly time: Float64Array;
}

/** Columns with room for so many rows, beginning with those that there are. */
function columnsOf(room: number, old?: Columns): Columns {
  const columns = {
    user: new Uint32Array(room),
    sku: new Uint32Array(room),
    group: new Uint32Array(room),
    kind: new Uint8Array(room),
    time: new Float64Array(room),
  };
  if (old) {
    for (const name of ['user', 'sku', 'group', 'kind', 'time'] as const) {
      columns[name].set(old[name]);
    }
  }
  return columns;
}

const digitBits = 14;

/** Rows in order of time; those of one millisecond as they came (a radix sort of two digits). */
function byTime(times: Float64Array): Uint32Array {
  let first = Number.POSITIVE_INFINITY;
  for (let row = 0; row < times.length; row++) first = Math.min(first, times[row]!);
  // A day has fewer than 2^27 ms.
  const since = new Uint32Array(times.length);
  const unsorted = new Uint32Array(times.length);
  for (let row = 0; row < times.length; row++) {
    since[row] = times[row]! - first;
    unsorted[row] = row;
  }
  return sortedByDigit(since, sortedByDigit(since, unsorted, 0), digitBits);
}

function sortedByDigit(values: Uint32Array, rows: Uint32Array, shift: number): Uint32Array {
  const most = (1 << digitBits) - 1;
  const next = new Uint32Array(most + 2);
  for (let at = 0; at < rows.length; at++) next[((values[at]! >>> shift) & most) + 1]! += 1;
  for (let digit = 0; digit < most; digit++) next[digit + 1]! += next[digit]!;
  const sorted = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    sorted[next[(values[row]! >>> shift) & most]!++] = row;
  }
  return sorted;
}

function placed(
  numbers: Uint32Array,
  inOrder: Uint32Array,
  placeOfNumber: Uint32Array,
): Uint32Array {
  const places = new Uint32Array(inOrder.length);
  for (let at = 0; at < places.length; at++) places[at] = placeOfNumber[numbers[inOrder[at]!]!]!;
  return places;
}

function kindsOf(kind: Uint8Array, inOrder: Uint32Array): Uint8Array {
  const kinds = new Uint8Array(inOrder.length);
  for (let at = 0; at < kinds.length; at++) kinds[at] = kind[inOrder[at]!]!;
  return kinds;
}

/** The rows' groups, numbered as they begin. */
function asTheyBegin(inOrder: Uint32Array, group: Uint32Array, count: number): Uint32Array {
  const numbers = new Uint32Array(count).fill(noGroup);
  const found = new Uint32Array(inOrder.length);
  let next = 0;
  for (let at = 0; at < found.length; at++) {
    const old = group[inOrder[at]!]!;
    if (old !== noGroup && numbers[old] === noGroup) {
      numbers[old] = next;
      next += 1;
    }
    found[at] = old === noGroup ? noGroup : numbers[old]!;
  }
  return found;
}
