// What of a preview is probably not meant, by the feed as it is in memory.
import type { Fault } from '@attune/contract';
import type { Catalogue, ItemRule, Pin, StrategyDefinition } from '@attune/core';
import { filterColumnWarnings, warningsOf } from '../../recommendations/strategies/index.ts';

interface Given {
  readonly rules: readonly ItemRule[] | undefined;
  readonly pins: readonly Pin[] | undefined;
}

/** Everything to look at, each where it stands in the request. */
export function findingsOf(
  strategy: StrategyDefinition,
  { rules = [], pins = [] }: Given,
  catalogue: Catalogue | undefined,
): Fault[] {
  const isKnown = catalogue !== undefined && catalogue.size > 0;
  const columns = isKnown ? { names: new Set(catalogue.columns), looked: null } : null;
  const lacking = pins.map(({ sku }) => isKnown && catalogue.rowOf(sku) < 0);
  return [
    ...warningsOf(strategy, columns).map(({ pointer, detail }) => ({
      ...{ pointer: `/strategy${pointer}`, detail },
    })),
    ...rules.flatMap(({ filters }, at) =>
      columns ? filterColumnWarnings(filters, columns, `/rules/${at}/filters`) : [],
    ),
    ...lacking.flatMap((isLacking, at) =>
      isLacking ? [{ pointer: `/pins/${at}/sku`, detail: 'is no item of the feed now' }] : [],
    ),
  ];
}
