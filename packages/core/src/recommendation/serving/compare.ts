// Knows how a value of an item is compared with one that a filter or a rule names.

import type { Catalogue, Column } from '../../catalogue/index.ts';
import type { ItemComparison } from '../definition.ts';

export type Scalar = string | number | boolean;

/** Rows that may pass, from an index: how many at most, and they themselves, ascending. */
export interface RowIndex {
  readonly count: number;
  readonly rows: () => Iterable<number>;
}

export interface Comparison {
  readonly passes: (row: number) => boolean;
  readonly index: RowIndex | null;
}

const never = { passes: () => false, index: { count: 0, rows: () => [] } };
const always = { passes: () => true, index: null };

/**
 * Prepares a comparison. An item without the value is nothing but other than all values: IS_NOT is
 * true of it, everything else false. Numbers and booleans may be written as text and the reverse.
 */
export function compareColumn(
  catalogue: Catalogue,
  name: string,
  is: ItemComparison,
  value: Scalar,
): Comparison {
  if (name === 'sku') return compareSku(catalogue, is, value);
  const column = catalogue.column(name);
  if (!column) return is === 'IS_NOT' ? always : never;
  switch (is) {
    case 'IS':
      return isAny(catalogue, column, [value]);
    case 'IS_NOT': {
      const { passes } = isAny(catalogue, column, [value]);
      return { passes: (row) => !passes(row), index: null };
    }
    case 'CONTAINS':
      return contains(column, String(value));
    case 'EQ':
      return Number.isNaN(numberOf(value))
        ? isAny(catalogue, column, [value])
        : inOrder(column, is, value);
    default:
      return inOrder(column, is, value);
  }
}

function compareSku(catalogue: Catalogue, is: ItemComparison, value: Scalar): Comparison {
  const wanted = String(value);
  const row = catalogue.rowOf(wanted);
  switch (is) {
    case 'IS':
    case 'EQ':
      return row < 0
        ? never
        : { passes: (one) => one === row, index: { count: 1, rows: () => [row] } };
    case 'IS_NOT':
      return { passes: (one) => one !== row, index: null };
    case 'CONTAINS':
      return { passes: (one) => catalogue.skuOf(one).includes(wanted), index: null };
    default:
      return never;
  }
}

/** Is one of the values the item's, or among those of its list? */
export function isAny(catalogue: Catalogue, column: Column, values: readonly Scalar[]): Comparison {
  const forms = values.flatMap(formsOf).filter((form) => column.countWith(form) !== 0);
  const tests = forms.map((form) => column.matcher(form));
  const [first, ...others] = tests;
  if (!first) return never;
  const passes = others.length === 0 ? first : (row: number) => tests.some((test) => test(row));
  return { passes, index: indexOf(catalogue, column, forms) };
}

/** An index of more than one row in so many is none: who walks all rows finds one as soon. */
const commonShare = 16;
const commonLeast = 1_024;

function indexOf(catalogue: Catalogue, column: Column, forms: readonly Scalar[]): RowIndex | null {
  let count = 0;
  for (const form of forms) {
    const ofForm = column.countWith(form);
    if (ofForm === null) return null;
    count += ofForm;
  }
  if (count > Math.max(commonLeast, catalogue.rows / commonShare)) return null;
  return { count, rows: () => merged(forms.map((form) => column.rowsWith(form) ?? [])) };
}

/** The rows of ascending lists, ascending, each once; found only as far as the caller reads. */
export function* merged(lists: readonly Iterable<number>[]): Generator<number, void> {
  const open = lists.map((list) => list[Symbol.iterator]());
  const next = open.map((list) => list.next());
  for (;;) {
    let least = Number.POSITIVE_INFINITY;
    for (const { done, value } of next) if (!done && value < least) least = value;
    if (least === Number.POSITIVE_INFINITY) return;
    for (const [nth, list] of open.entries()) {
      if (next[nth]!.value === least) next[nth] = list.next();
    }
    yield least;
  }
}

/** A value as feeds may have it. */
function formsOf(value: Scalar): Scalar[] {
  if (typeof value !== 'string') return [value, String(value)];
  if (value === 'true' || value === 'false') return [value, value === 'true'];
  const number = numberOf(value);
  return Number.isNaN(number) ? [value] : [value, number];
}

function numberOf(value: Scalar): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

function contains(column: Column, part: string): Comparison {
  const passes = (row: number) => column.texts(row).some((text) => text.includes(part));
  return { passes, index: null };
}

function inOrder(column: Column, is: ItemComparison, value: Scalar): Comparison {
  const bound = numberOf(value);
  const { number } = column;
  switch (is) {
    case 'EQ':
      return { passes: (row) => number(row) === bound, index: null };
    case 'GT':
      return { passes: (row) => number(row) > bound, index: null };
    case 'GTE':
      return { passes: (row) => number(row) >= bound, index: null };
    case 'LT':
      return { passes: (row) => number(row) < bound, index: null };
    default:
      return { passes: (row) => number(row) <= bound, index: null };
  }
}
