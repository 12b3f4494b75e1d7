// All filters that a strategy has anywhere.
import type { ItemFilter, StrategyDefinition } from '../definition.ts';

/** Those of the whole strategy, then those of its steps. */
export function filtersOf({
  filters = [],
  steps,
}: Pick<StrategyDefinition, 'filters' | 'steps'>): ItemFilter[] {
  return [...filters, ...steps.flatMap((step) => step.filters ?? [])];
}
