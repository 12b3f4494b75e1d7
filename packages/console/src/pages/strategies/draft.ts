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

/** Has anything been changed since `saved`? */
export function isChanged(draft: Draft, saved: Draft): boolean {
  if (draft === saved) return false;
  const now = bodyOf(draft);
  return now.faults.length > 0 || textOf(now.body) !== textOf(bodyOf(saved).body);
}

/** Alike whatever the order of members. */
const textOf = (json: unknown): string =>
  JSON.stringify(json, (_name, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
