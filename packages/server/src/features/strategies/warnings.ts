// What of a strategy is probably not meant, in words: nothing here forbids it.
import type { Fault } from '@attune/contract';
import type { ItemFilter, StrategyDefinition } from '@attune/core';

/** What there is to say of a strategy whose feed fills these columns; null: not known. */
export function warningsOf(
  strategy: Omit<StrategyDefinition, 'id'>,
  columns: ReadonlySet<string> | null,
): Fault[] {
  const { steps, filters = [], diversity = [] } = strategy;
  return [
    ...(columns ? columnWarnings(strategy, columns) : []),
    ...(steps.some(isForAll) ? [] : lastResort(steps.length)),
    ...filterWarnings(filters, '/filters'),
    ...steps.flatMap((step, at) => filterWarnings(step.filters ?? [], `/steps/${at}/filters`)),
    ...diversity.flatMap(({ column }, at) =>
      column === 'sku'
        ? [{ pointer: `/diversity/${at}/column`, detail: 'is of one item only' }]
        : [],
    ),
  ];
}

const forEverybody: ReadonlySet<string> = new Set(['popularity', 'trending', 'newest']);

/** Has a step something for anybody on any page, in any slot? */
function isForAll({ method, slots, filters = [] }: StrategyDefinition['steps'][number]): boolean {
  return forEverybody.has(method.type) && slots === undefined && filters.length === 0;
}

function lastResort(count: number): Fault[] {
  const detail =
    'may leave slots to the last resort, which is whatever qualifies: a step of popularity, ' +
    'trending or newest for all slots behind it would choose better';
  return [{ pointer: `/steps/${count - 1}`, detail }];
}

function columnWarnings(
  { steps, filters = [], diversity = [] }: Omit<StrategyDefinition, 'id'>,
  columns: ReadonlySet<string>,
): Fault[] {
  const named = [
    ...filters.flatMap((filter, at) => columnOf(filter, `/filters/${at}`)),
    ...steps.flatMap(({ method, filters: own = [] }, at) => [
      ...own.flatMap((filter, nth) => columnOf(filter, `/steps/${at}/filters/${nth}`)),
      ...('columns' in method ? method.columns : []).map((column, nth) => ({
        ...{ column, pointer: `/steps/${at}/method/columns/${nth}` },
      })),
    ]),
    ...diversity.map(({ column }, at) => ({ column, pointer: `/diversity/${at}/column` })),
  ];
  return named
    .filter(({ column }) => column !== 'sku' && !columns.has(column))
    .map(({ column, pointer }) => ({ pointer, detail: `"${column}" is no column of the feed` }));
}

function columnOf(filter: ItemFilter, at: string) {
  return 'column' in filter ? [{ column: filter.column, pointer: `${at}/column` }] : [];
}

function filterWarnings(filters: readonly ItemFilter[], pointer: string): Fault[] {
  const texts = filters.map((filter) => JSON.stringify(filter));
  return texts.flatMap((text, at) =>
    texts.indexOf(text) === at
      ? []
      : [{ pointer: `${pointer}/${at}`, detail: 'says the same as one before it' }],
  );
}
