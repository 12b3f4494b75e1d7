// Knows what the rules of a request say of items.

import type { ItemComparison } from '../definition.ts';
import { type Comparison, compareColumn, merged, type RowIndex } from './compare.ts';
import type { BoundFilter } from './filters.ts';
import type { Around, RealtimeRule } from './request.ts';

const alternatives: ReadonlySet<ItemComparison> = new Set(['IS', 'CONTAINS', 'EQ']);

/**
 * Binds a rule's conditions, of which all must hold. Of one condition's arguments those that name
 * what a value may be (IS, CONTAINS, EQ) are alternatives, the others must all hold.
 */
export function bindConditions({ query }: RealtimeRule, around: Around): BoundFilter[] {
  return query.conditions.map(({ field, arguments: given }) => {
    const compared = given.map(({ action, value }) => ({
      action,
      ...compareColumn(around.catalogue, field, action, value),
    }));
    const any = compared.filter(({ action }) => alternatives.has(action));
    const all = compared.filter(({ action }) => !alternatives.has(action));
    const passes = (row: number) =>
      all.every((one) => one.passes(row)) &&
      (any.length === 0 || any.some((one) => one.passes(row)));
    const said = given.map(({ action, value }) => `${action} ${JSON.stringify(value)}`);
    return {
      key: JSON.stringify([field, given]),
      passes,
      index: any.length === 1 ? (any[0] as Comparison).index : gathered(any),
      words: `${field} ${said.join(', ')}`,
    };
  });
}

function gathered(any: readonly Comparison[]): RowIndex | null {
  let count = 0;
  for (const { index } of any) {
    if (!index) return null;
    count += index.count;
  }
  if (any.length === 0) return null;
  return { count, rows: () => merged(any.map(({ index }) => index?.rows() ?? [])) };
}
