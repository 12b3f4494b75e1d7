// A strategy while it is being edited: what it is called, and its recipe.
import type { StrategyInput } from '@attune/contract';
import type { Fault } from './recipe/filter-errors.ts';
import { type RecipeDraft, draftOf as recipeDraftOf, recipeOf } from './recipe/recipe.ts';

export interface Draft {
  readonly name: string;
  readonly notes: string;
  readonly recipe: RecipeDraft;
}

export function draftOf({ name, notes = '', ...recipe }: StrategyInput): Draft {
  return { name, notes, recipe: recipeDraftOf(recipe) };
}

/** What to send for a draft, and what of it cannot be sent as it is typed. */
export function bodyOf({ name, notes, recipe: draft }: Draft): {
  readonly body: StrategyInput;
  readonly faults: readonly Fault[];
} {
  const { recipe, faults } = recipeOf(draft);
  const body = { name: name.trim(), ...(notes && { notes }), ...recipe } as StrategyInput;
  const nameless = { pointer: '/name', detail: 'Give it a name.' };
  return { body, faults: name.trim() === '' ? [nameless, ...faults] : faults };
}
