// Knows what a strategy may leave out, and what it gets instead.

import type { Method, StrategyDefinition } from '../definition.ts';
import { methodDefinition, methodName } from '../method-table.ts';

/** A method as a teammate writes it: what is left out has a default. */
export type MethodDraft = { readonly type: Method['type'] } & Readonly<Record<string, unknown>>;

/** A strategy as a teammate writes it. */
export type StrategyDraft = Omit<StrategyDefinition, 'id' | 'steps' | 'severalOfGroup'> & {
  severalOfGroup?: boolean;
  steps: (Omit<StrategyDefinition['steps'][number], 'method'> & { method: MethodDraft })[];
};

const defaultAmong = 20;

/** A strategy with everything that it left out. Assumes what `validateStrategy` has found right. */
export function completeStrategy(draft: StrategyDraft): Omit<StrategyDefinition, 'id'> {
  const { name, feed, steps, filters, diversity, severalOfGroup, exploration } = draft;
  return {
    name,
    ...(feed !== undefined && { feed }),
    steps: steps.map(({ method, slots, filters: own }) => ({
      method: completeMethod(method),
      ...(slots && { slots: [...slots].sort((one, other) => one - other) }),
      ...(own?.length && { filters: own }),
    })),
    ...(filters?.length && { filters }),
    ...(diversity?.length && { diversity }),
    ...(severalOfGroup && { severalOfGroup }),
    ...(exploration && {
      exploration: { share: exploration.share, among: exploration.among ?? defaultAmong },
    }),
  };
}

/** A method with all its options, in their order; JSON of it is the same for the same method. */
export function completeMethod(draft: MethodDraft): Method {
  const { defaults, optional } = methodDefinition(draft);
  const algorithm = draft.type === 'collaborative' && {
    algorithm: methodName(draft).split(' ')[1],
  };
  const options = Object.entries(defaults).map(([option, value]) => [
    option,
    draft[option] ?? value,
  ]);
  const further = optional.flatMap((option) =>
    draft[option] === undefined ? [] : [[option, draft[option]]],
  );
  const { type } = draft;
  return { type, ...algorithm, ...Object.fromEntries([...options, ...further]) } as Method;
}
