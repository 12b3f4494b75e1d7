// Knows what rules make of slots: which items each may have, and which of them come first.

import { type BoundFilter, bindFilters } from './filters.ts';
import { bindConditions } from './realtime.ts';
import type { Around, RecommendInput } from './request.ts';

/** What all slots have in common for which the same rules hold. */
export interface PlaceClass {
  /** What an item must pass, the strategy's own filters included. */
  readonly filters: readonly BoundFilter[];
  /** 0: boosted, 1: as it comes, 2: buried; null where no rule says so. */
  readonly tier: ((row: number) => number) | null;
}

interface BoundRule {
  readonly type: 'include' | 'exclude' | 'boost' | 'bury';
  readonly slots: ReadonlySet<number> | null;
  readonly filters: readonly BoundFilter[];
}

type Ruled = Pick<RecommendInput, 'strategy' | 'slots' | 'rules' | 'realtimeRules'>;

/** The class of each slot; slots with the same rules have the same one. */
export function classesOf(input: Ruled, around: Around): PlaceClass[] {
  const own = bindFilters(input.strategy.filters, around);
  const rules = boundRules(input, around);
  if (rules.length === 0) {
    return Array<PlaceClass>(input.slots).fill({ filters: own, tier: null });
  }
  const known = new Map<string, PlaceClass>();
  return Array.from({ length: input.slots }, (_, slot) => {
    const holding = rules.filter(({ slots }) => slots === null || slots.has(slot));
    const key = holding.map((rule) => rules.indexOf(rule)).join();
    const found = known.get(key) ?? classOf(own, holding);
    known.set(key, found);
    return found;
  });
}

function boundRules(input: Ruled, around: Around): BoundRule[] {
  const { rules = [], realtimeRules = [] } = input;
  return [
    ...rules.map(({ type, slots, filters }) => ({
      ...{ type, slots: slots ? new Set(slots) : null, filters: bindFilters(filters, around) },
    })),
    ...realtimeRules.map((rule) => ({
      ...{ type: rule.type, slots: rule.slots.length > 0 ? new Set(rule.slots) : null },
      filters: bindConditions(rule, around),
    })),
  ];
}

function classOf(own: readonly BoundFilter[], rules: readonly BoundRule[]): PlaceClass {
  const included = rules.filter(({ type }) => type === 'include').flatMap((rule) => rule.filters);
  const excluded = rules
    .filter(({ type }) => type === 'exclude')
    // A rule whose filters ask for the page's item has nothing to exclude where there is none.
    .flatMap(({ filters }) => (filters.length > 0 ? [inverse(filters)] : []));
  return { filters: [...own, ...included, ...excluded], tier: tierOf(rules) };
}

/** Lets through what does not pass all of some filters. */
function inverse(filters: readonly BoundFilter[]): BoundFilter {
  const keys = filters.map(({ key }) => key);
  return {
    key: keys.includes(null) ? null : `not(${keys.join()})`,
    passes: (row) => !filters.every((filter) => filter.passes(row)),
    index: null,
    words: `not: ${filters.map(({ words }) => words).join(', ')}`,
  };
}

function tierOf(rules: readonly BoundRule[]): ((row: number) => number) | null {
  const moving = rules.filter(
    ({ type, filters }) => (type === 'boost' || type === 'bury') && filters.length > 0,
  );
  if (moving.length === 0) return null;
  return (row) => {
    const rule = moving.find(({ filters }) => filters.every((filter) => filter.passes(row)));
    if (!rule) return 1;
    return rule.type === 'boost' ? 0 : 2;
  };
}
