// Knows what of a strategy can be prepared before anybody asks for it.

import type { ItemFilter, Method, StrategyDefinition } from '../definition.ts';
import type { ModelKey } from '../model.ts';
import { modelKeyOf } from '../models/index.ts';

export interface CompiledStrategy {
  readonly definition: StrategyDefinition;
  /** The feed that it recommends from; undefined where the site has none. */
  readonly feed: string | undefined;
  readonly steps: readonly CompiledStep[];
  readonly filters: readonly ItemFilter[];
}

export interface CompiledStep {
  readonly method: Method;
  /** Null: the method learns nothing. */
  readonly key: ModelKey | null;
  /** Null: all. */
  readonly slots: ReadonlySet<number> | null;
  readonly filters: readonly ItemFilter[];
}

/** Prepares a strategy; `feed` is the site's first, for one that names none. */
export function compileStrategy(definition: StrategyDefinition, feed?: string): CompiledStrategy {
  const from = definition.feed ?? feed;
  const steps = definition.steps.map(({ method, slots, filters = [] }): CompiledStep => {
    const key = modelKeyOf(method, from) ?? null;
    return Object.freeze({ method, key, slots: slots ? new Set(slots) : null, filters });
  });
  return Object.freeze({ definition, feed: from, steps, filters: definition.filters ?? [] });
}
