// What recommendations name that no item of the feed has, and what comes of it, in words.
import type { Fault } from '@attune/contract';
import type { ItemFilter, Method, StrategyDefinition } from '@attune/core';
import type { FilledColumns } from '../../catalog/feed-cache/index.ts';

interface Named {
  readonly column: string;
  readonly pointer: string;
  /** What happens where the column is not there. */
  readonly so: string;
}

/** Columns that a strategy uses and that its feed lacks. */
export function strategyColumnWarnings(
  { steps, filters = [], diversity = [] }: Omit<StrategyDefinition, 'id'>,
  columns: FilledColumns,
): Fault[] {
  const named = [
    ...namedByFilters(filters, '/filters'),
    ...steps.flatMap(({ method, filters: own = [] }, at) => [
      ...namedByFilters(own, `/steps/${at}/filters`),
      ...namedByMethod(method, `/steps/${at}/method`),
    ]),
    ...diversity.map(({ column }, at) => ({
      ...{ column, pointer: `/diversity/${at}/column`, so: 'it limits nothing' },
    })),
  ];
  return lacking(named, columns);
}

/** Columns that filters use and that the feed lacks. */
export function filterColumnWarnings(
  filters: readonly ItemFilter[],
  columns: FilledColumns,
  pointer: string,
): Fault[] {
  return lacking(namedByFilters(filters, pointer), columns);
}

function lacking(named: readonly Named[], { names, looked }: FilledColumns): Fault[] {
  const lacks = (column: string) =>
    looked === null
      ? `"${column}" is no column of the feed`
      : `none of the ${looked} items of the feed that were looked at has "${column}"`;
  return named
    .filter(({ column }) => column !== 'sku' && !names.has(column))
    .map(({ column, pointer, so }) => ({ pointer, detail: `${lacks(column)}: ${so}` }));
}

function namedByFilters(filters: readonly ItemFilter[], pointer: string): Named[] {
  return filters.flatMap((filter, at) => {
    const [all, none] = ['every item passes', 'no item passes'];
    switch (filter.type) {
      case 'column': {
        const { column, is } = filter;
        return [{ column, pointer: `${pointer}/${at}/column`, so: is === 'IS_NOT' ? all : none }];
      }
      case 'same':
        return [{ column: filter.column, pointer: `${pointer}/${at}/column`, so: all }];
      case 'price-near':
        return [{ column: 'price', pointer: `${pointer}/${at}`, so: all }];
      case 'in-stock':
        return [{ column: 'in_stock', pointer: `${pointer}/${at}`, so: all }];
      default:
        return [];
    }
  });
}

function namedByMethod(method: Method, pointer: string): Named[] {
  const so = 'it tells nothing';
  switch (method.type) {
    case 'newest':
      return [{ column: 'publish_time', pointer, so: 'the step gives nothing' }];
    case 'similar':
      return method.columns.map((column, at) => ({
        column,
        pointer: `${pointer}/columns/${at}`,
        so,
      }));
    case 'affinity':
      return (method.properties ?? []).map((column, at) => ({
        ...{ column, pointer: `${pointer}/properties/${at}`, so },
      }));
    default:
      return [];
  }
}
