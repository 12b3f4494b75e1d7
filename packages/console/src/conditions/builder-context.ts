// What every row of a condition builder knows: the fields and words, and what ids are called.
import { createContext, useContext } from 'react';
import type { Field } from './fields.ts';
import type { Row } from './rows.ts';
import type { Word } from './words/word.ts';

interface Called<Id> {
  readonly id: Id;
  readonly name: string;
}

export interface BuilderGiven {
  readonly fields: readonly Field[];
  readonly words: readonly Word[];
  readonly audiences: readonly Called<number>[];
  /** By their selectors. */
  readonly campaigns: readonly Called<string>[];
  readonly isReadOnly: boolean;
  /** What the server says of a row. */
  readonly faultOf: (row: Row) => string | undefined;
}

export const BuilderContext = createContext<BuilderGiven>({
  fields: [],
  words: [],
  audiences: [],
  campaigns: [],
  isReadOnly: true,
  faultOf: () => undefined,
});

export const useBuilder = () => useContext(BuilderContext);
