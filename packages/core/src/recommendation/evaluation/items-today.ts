// What an evaluation asks of items: their values as the feed has them now, since past values are
// not recorded.

import type { Catalogue } from '../../catalogue/index.ts';
import type { ItemFilter, StrategyDefinition } from '../definition.ts';
import { compareColumn } from '../serving/compare.ts';
import { Diversity, limitsOf } from '../serving/diversity.ts';

type JudgedLimits = Pick<StrategyDefinition, 'diversity' | 'severalOfGroup'>;

export type ColumnFilter = Extract<ItemFilter, { type: 'column' }>;

/** Those that hold of a past: what an item is, and not whether it is in stock today. */
export function columnFilters(filters: readonly ItemFilter[]): ColumnFilter[] {
  return filters.filter(
    (filter): filter is ColumnFilter => filter.type === 'column' && filter.column !== 'in_stock',
  );
}

/**
 * Asks by sku whether all filters let an item through, as serving asks. An item that the feed has
 * no more is one without values.
 */
export function itemTest(
  filters: readonly ColumnFilter[],
  items: Catalogue,
): (sku: string) => boolean {
  const tests = filters.map((filter) => {
    const { passes } = compareColumn(items, filter.column, filter.is, filter.value);
    return { filter, passes };
  });
  const known = new Map<string, boolean>();
  return (sku) => {
    const before = known.get(sku);
    if (before !== undefined) return before;
    const row = items.rowOf(sku);
    const isIn = tests.every(({ filter, passes }) =>
      row === -1 ? isOfNothing(filter, sku) : passes(row),
    );
    known.set(sku, isIn);
    return isIn;
  };
}

function isOfNothing({ column, is, value }: ColumnFilter, sku: string): boolean {
  const isSku = column === 'sku' && sku === String(value);
  if (is === 'IS_NOT') return !isSku;
  return is === 'CONTAINS' ? column === 'sku' && sku.includes(String(value)) : isSku;
}

/** Counts the values of one list; an item that the feed has no more counts towards none. */
export function diversityOf(strategy: JudgedLimits, items: Catalogue) {
  const diversity = new Diversity(limitsOf(strategy), items);
  const ofKnown = (sku: string, ask: (row: number) => boolean) => {
    const row = items.rowOf(sku);
    return row !== -1 && ask(row);
  };
  return {
    isTooMuch: (sku: string) => ofKnown(sku, (row) => diversity.isTooMuch(row)),
    add: (sku: string) => void ofKnown(sku, (row) => diversity.add(row) === undefined),
  };
}
