// What every field of a recipe knows: the feed's columns, what may be changed, what is wrong.
import { createContext, useContext } from 'react';
import type { ColumnKind } from './filters.ts';

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Some of what it holds. */
  readonly values: readonly string[];
}

export interface RecipeGiven {
  /** Of the feed, as far as they are known. */
  readonly columns: readonly Column[];
  /** Affinity properties that the site learns. */
  readonly properties: readonly string[];
  readonly isReadOnly: boolean;
  /** What is wrong with a field, by its pointer from the strategy's root. */
  readonly faultOf: (pointer: string) => string | undefined;
}

export const RecipeContext = createContext<RecipeGiven>({
  columns: [],
  properties: [],
  isReadOnly: true,
  faultOf: () => undefined,
});

export const useRecipe = () => useContext(RecipeContext);
