// Filters as people choose them: what each asks of an item, and how a column is compared.
import type { ItemComparison, ItemFilter } from '@attune/core';

export type FilterKind = ItemFilter['type'];

/** A filter while it is edited: numbers may be missing (`''`). */
export type FilterDraft = Readonly<Record<string, unknown>> & { readonly type: string };

interface FilterAbout {
  readonly title: string;
  readonly initial: ItemFilter;
}

export const filterKinds: Readonly<Record<FilterKind, FilterAbout>> = {
  'in-stock': { title: 'Is in stock', initial: { type: 'in-stock' } },
  column: {
    title: 'A column is …',
    initial: { type: 'column', column: 'categories', is: 'CONTAINS', value: '' },
  },
  same: {
    title: 'Shares a value with the page’s item',
    initial: { type: 'same', column: 'categories' },
  },
  'price-near': {
    title: 'Costs about as much as the page’s item',
    initial: { type: 'price-near', from: 0.5, to: 1.5 },
  },
  'not-in-cart': { title: 'Is not in the cart', initial: { type: 'not-in-cart' } },
  'not-on-page': { title: 'Is not the page’s item', initial: { type: 'not-on-page' } },
  'not-purchased': {
    title: 'Was not bought by the user lately',
    initial: { type: 'not-purchased', days: 30 },
  },
  'not-viewed': {
    title: 'Was not viewed by the user lately',
    initial: { type: 'not-viewed', days: 7 },
  },
};

export const comparisons: Readonly<Record<ItemComparison, string>> = {
  IS: 'is',
  IS_NOT: 'is not',
  CONTAINS: 'contains',
  EQ: '=',
  GT: '>',
  GTE: '≥',
  LT: '<',
  LTE: '≤',
};

/** What a column holds. */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'list';

const suiting: Readonly<Record<ColumnKind, readonly ItemComparison[]>> = {
  text: ['IS', 'IS_NOT', 'CONTAINS'],
  list: ['CONTAINS', 'IS', 'IS_NOT'],
  number: ['EQ', 'GTE', 'LTE', 'GT', 'LT', 'IS_NOT'],
  boolean: ['IS', 'IS_NOT'],
};

/** The operators of a column; for an unknown one, all. */
export const comparisonsOf = (kind: ColumnKind | undefined): readonly ItemComparison[] =>
  kind === undefined ? (Object.keys(comparisons) as ItemComparison[]) : suiting[kind];

/** The filter on another column: comparison and value as they suit it. */
export function onColumn(
  filter: FilterDraft,
  column: string,
  kind: ColumnKind | undefined,
): FilterDraft {
  const suits = comparisonsOf(kind);
  const is = suits.find((one) => one === filter['is']) ?? suits[0];
  return { ...filter, column, is, value: valueFor(kind, is, filter['value']) };
}

/** The value as the comparison takes it; the same where it does already. */
export function valueFor(kind: ColumnKind | undefined, is: unknown, value: unknown) {
  if (kind === 'boolean') return typeof value === 'boolean' ? value : true;
  if (kind === 'number' || isOrder(is)) {
    if (typeof value === 'number') return value;
    const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
    return Number.isFinite(read) ? read : '';
  }
  if (kind === undefined) return value;
  return typeof value === 'string' ? value : String(value ?? '');
}

/** Does a comparison ask for a number? */
export const isOrder = (is: unknown) =>
  is === 'EQ' || is === 'GT' || is === 'GTE' || is === 'LT' || is === 'LTE';
