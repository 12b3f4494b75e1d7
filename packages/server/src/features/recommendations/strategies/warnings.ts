// What of a strategy is probably not meant, in words: nothing here forbids it.
import type { Fault } from '@attune/contract';
import { type ItemFilter, methodDefinition, type StrategyDefinition } from '@attune/core';
import type { FilledColumns } from '../../catalog/feed-cache/index.ts';
import { strategyColumnWarnings } from './column-warnings.ts';

/** What there is to say of a strategy whose feed fills these columns; null: not known. */
export function warningsOf(
  strategy: Omit<StrategyDefinition, 'id'>,
  columns: FilledColumns | null,
): Fault[] {
  const { steps, filters = [], diversity = [] } = strategy;
  return [
    ...(columns ? strategyColumnWarnings(strategy, columns) : []),
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

/** Does a step have something for any user on any page, in any slot? */
function isForAll({ method, slots, filters = [] }: StrategyDefinition['steps'][number]): boolean {
  const { isForEverybody } = methodDefinition(method);
  return isForEverybody && slots === undefined && filters.length === 0;
}

function lastResort(count: number): Fault[] {
  const detail =
    'may leave slots to the last resort, which is whatever qualifies: a step of popularity, ' +
    'trending or newest for all slots behind it would choose better';
  return [{ pointer: `/steps/${count - 1}`, detail }];
}

function filterWarnings(filters: readonly ItemFilter[], pointer: string): Fault[] {
  const texts = filters.map((filter) => JSON.stringify(filter));
  return texts.flatMap((text, at) =>
    texts.indexOf(text) === at
      ? []
      : [{ pointer: `${pointer}/${at}`, detail: 'says the same as one before it' }],
  );
}
