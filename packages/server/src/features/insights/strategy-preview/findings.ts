// What of a preview is probably not meant, by the feed as it is in memory.
import type { Fault } from '@attune/contract';
import type { Catalogue, ItemRule, LostPin, StrategyDefinition } from '@attune/core';
import { filterColumnWarnings, warningsOf } from '../../recommendations/strategies/index.ts';

interface Given {
  readonly rules: readonly ItemRule[] | undefined;
  readonly lostPins: readonly LostPin[];
}

/** Everything to look at, each where it stands in the request. */
export function findingsOf(
  strategy: StrategyDefinition,
  { rules = [], lostPins }: Given,
  catalogue: Catalogue | undefined,
): Fault[] {
  const isKnown = catalogue !== undefined && catalogue.size > 0;
  const columns = isKnown ? { names: new Set(catalogue.columns), looked: null } : null;
  return [
    ...warningsOf(strategy, columns).map(({ pointer, detail }) => ({
      ...{ pointer: `/strategy${pointer}`, detail },
    })),
    ...rules.flatMap(({ filters }, at) =>
      columns ? filterColumnWarnings(filters, columns, `/rules/${at}/filters`) : [],
    ),
    ...lostPins.map(({ at, reason }) => ({
      ...{ pointer: `/pins/${at}/sku`, detail: `is not shown, as ${reason}` },
    })),
  ];
}
