// Which unit (a user, a session, a basket) had which items: a sparse matrix, read both ways.

import type { SkuList } from '../columns/sku-list.ts';
import type { Counting, Interaction } from '../definition.ts';
import { type InteractionBlock, interactionKinds, noGroup } from '../interactions/block.ts';
import { makeSkuTable } from '../interactions/sku-table.ts';
import { makeUserTable } from '../interactions/user-table.ts';
import { type BuildOptions, type Counted, demandMemory } from './builder.ts';
import { ageOf, isWithinWindow } from './window.ts';

/**
 * Units with more items than this are not people, and would cost their square; they are left
 * out.
 */
const mostItems = { user: 5_000, group: 500 } as const;

/** The matrix. An entry is a unit that had an item, however often; places are by `skus`. */
export interface InteractionMatrix {
  readonly skus: SkuList;
  /** Items of unit `u`, ascending: `items[unitStarts[u] .. unitStarts[u + 1]]`. */
  readonly unitStarts: Uint32Array;
  readonly items: Uint32Array;
  /** Beside `items`: days since the unit last had it. */
  readonly ages: Uint16Array;
  /** Units of item `i`, ascending: `units[itemStarts[i] .. itemStarts[i + 1]]`; older ones first
   * where units are groups. */
  readonly itemStarts: Uint32Array;
  readonly units: Uint32Array;
  /** Beside `units`, as `ages`. */
  readonly unitAges: Uint16Array;
  readonly counted: Omit<Counted, 'items'>;
  /** What all of it takes. */
  readonly bytes: number;
}

export interface InteractionMatrixBuilder {
  readonly add: (block: InteractionBlock) => void;
  readonly finish: () => InteractionMatrix;
}

/** Rows of one block. */
interface Segment {
  readonly day: number;
  readonly units: Uint32Array;
  readonly items: Uint32Array;
  /** How many numbers the block's units take, where they are the block's own. */
  readonly unitCount: number;
}

/** Bytes for each row at the fullest moment: the sorted rows, those that are sorted, both ways. */
const bytesPerRow = 40;
/** And for each user and each item: its place in a table, twice while that grows, and its lists. */
const bytesPerUser = 56;
const bytesPerItem = 120;

/** Gathers the rows of one kind within a window; units are users, or groups of one day. */
export function startInteractionMatrix(
  unit: keyof typeof mostItems,
  event: Interaction,
  counting: Counting,
  options: BuildOptions,
): InteractionMatrixBuilder {
  const { now } = options;
  const table = makeSkuTable();
  const users = makeUserTable();
  const segments: Segment[] = [];
  let rows = 0;
  return {
    add: (block) => {
      if (!isWithinWindow(ageOf(block.day, now), counting)) return;
      const chosen = rowsOf(block, event, unit);
      if (chosen.length === 0) return;
      rows += chosen.length;
      const used = new Uint8Array(block.skus.length);
      for (const row of chosen) used[block.sku[row]!] = 1;
      const skuNumbers = table.numbersOf(block.skus, used);
      const userNumbers = unit === 'user' ? users.numbersOf(block.users) : undefined;
      const tables = users.size() * bytesPerUser + table.size() * bytesPerItem;
      demandMemory(rows * bytesPerRow + tables, options);
      segments.push({
        day: block.day,
        units: chosen.map((row) => userNumbers?.[block.user[row]!] ?? block.group[row]!),
        items: chosen.map((row) => skuNumbers[block.sku[row]!]!),
        unitCount: unit === 'user' ? 0 : block.groupCount,
      });
    },
    finish: () => {
      const { skus, placeOfNumber } = table.sorted();
      const columns = joined(segments, rows, users.size(), now);
      for (let row = 0; row < rows; row++) columns.items[row] = placeOfNumber[columns.items[row]!]!;
      const matrix = matrixOf(columns, skus.length, mostItems[unit]);
      const { unitStarts, items, ages, itemStarts, units, unitAges } = matrix;
      const all = [skus.bytes, skus.offsets, unitStarts, items, ages, itemStarts, units, unitAges];
      const bytes = all.reduce((sum, { byteLength }) => sum + byteLength, 0);
      return { skus, ...matrix, bytes };
    },
  };
}

function rowsOf(block: InteractionBlock, event: Interaction, unit: string): Uint32Array {
  const wanted = interactionKinds.indexOf(event);
  const { kind, group } = block;
  const rows = new Uint32Array(kind.length);
  let count = 0;
  for (let row = 0; row < kind.length; row++) {
    if (kind[row] !== wanted || (unit === 'group' && group[row] === noGroup)) continue;
    rows[count] = row;
    count += 1;
  }
  return rows.subarray(0, count);
}

interface Columns {
  readonly units: Uint32Array;
  readonly items: Uint32Array;
  readonly ages: Uint16Array;
  readonly unitCount: number;
  readonly days: number;
}

/** All rows, older days first; the segments are given up. */
function joined(segments: Segment[], rows: number, users: number, now: number): Columns {
  segments.sort((a, b) => a.day - b.day);
  const units = new Uint32Array(rows);
  const items = new Uint32Array(rows);
  const ages = new Uint16Array(rows);
  const days = new Set<number>();
  let at = 0;
  let firstUnit = 0;
  for (const segment of segments.splice(0)) {
    const end = at + segment.units.length;
    for (let row = at; row < end; row++) units[row] = firstUnit + segment.units[row - at]!;
    items.set(segment.items, at);
    ages.fill(ageOf(segment.day, now), at, end);
    days.add(segment.day);
    firstUnit += segment.unitCount;
    at = end;
  }
  return { units, items, ages, unitCount: Math.max(users, firstUnit), days: days.size };
}

function matrixOf(
  columns: Columns,
  itemCount: number,
  most: number,
): Omit<InteractionMatrix, 'skus' | 'bytes'> {
  const byItem = sortedBy(columns.items, itemCount, [columns.units, columns.items], columns.ages);
  const [units, items] = byItem.columns;
  const byUnit = sortedBy(units!, columns.unitCount, [items!], byItem.ages);
  const distinct = dropRepeats(byUnit.starts, byUnit.columns[0]!, byUnit.ages, most);
  return {
    ...distinct.rows,
    ...transposed(distinct.rows, itemCount),
    counted: {
      events: columns.units.length,
      days: columns.days,
      units: distinct.units,
      leftOut: distinct.leftOut,
    },
  };
}

/** Sorts columns by a key below `keys`; equal keys stay in their order (a counting sort). */
function sortedBy(
  key: Uint32Array,
  keys: number,
  columns: readonly Uint32Array[],
  ages: Uint16Array,
): { starts: Uint32Array; columns: Uint32Array[]; ages: Uint16Array } {
  const starts = startsOf(key, keys);
  const next = starts.slice();
  const sorted = columns.map(() => new Uint32Array(key.length));
  const sortedAges = new Uint16Array(key.length);
  for (let row = 0; row < key.length; row++) {
    const to = next[key[row]!]!++;
    for (let at = 0; at < columns.length; at++) sorted[at]![to] = columns[at]![row]!;
    sortedAges[to] = ages[row]!;
  }
  return { starts, columns: sorted, ages: sortedAges };
}

/** Where each key's rows begin once they are sorted by it; one more than there are keys. */
export function startsOf(key: Uint32Array, keys: number): Uint32Array {
  const starts = new Uint32Array(keys + 1);
  for (const each of key) starts[each + 1]! += 1;
  for (let at = 0; at < keys; at++) starts[at + 1]! += starts[at]!;
  return starts;
}

/** Keeps of each unit each item once, at its lowest age, and of units that have too many none. */
function dropRepeats(
  starts: Uint32Array,
  items: Uint32Array,
  ages: Uint16Array,
  most: number,
): {
  rows: Pick<InteractionMatrix, 'unitStarts' | 'items' | 'ages'>;
  units: number;
  leftOut: number;
} {
  const unitStarts = new Uint32Array(starts.length);
  let end = 0;
  let units = 0;
  let leftOut = 0;
  for (let unit = 0; unit + 1 < starts.length; unit++) {
    const from = end;
    for (let row = starts[unit]!; row < starts[unit + 1]!; row++) {
      const isRepeat = end > from && items[end - 1] === items[row];
      if (isRepeat) ages[end - 1] = Math.min(ages[end - 1]!, ages[row]!);
      else {
        items[end] = items[row]!;
        ages[end] = ages[row]!;
        end += 1;
      }
    }
    if (end - from > most) {
      end = from;
      leftOut += 1;
    } else if (end > from) units += 1;
    unitStarts[unit + 1] = end;
  }
  return {
    rows: { unitStarts, items: items.slice(0, end), ages: ages.slice(0, end) },
    units,
    leftOut,
  };
}

function transposed(
  { unitStarts, items, ages }: Pick<InteractionMatrix, 'unitStarts' | 'items' | 'ages'>,
  itemCount: number,
): Pick<InteractionMatrix, 'itemStarts' | 'units' | 'unitAges'> {
  const itemStarts = startsOf(items, itemCount);
  const next = itemStarts.slice();
  const units = new Uint32Array(items.length);
  const unitAges = new Uint16Array(items.length);
  for (let unit = 0; unit + 1 < unitStarts.length; unit++) {
    for (let row = unitStarts[unit]!; row < unitStarts[unit + 1]!; row++) {
      const to = next[items[row]!]!++;
      units[to] = unit;
      unitAges[to] = ages[row]!;
    }
  }
  return { itemStarts, units, unitAges };
}
