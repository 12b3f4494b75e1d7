// What every row of a condition builder knows: the fields, and which audiences there are.
import { createContext, useContext } from 'react';
import type { Field } from './fields.ts';
import type { Row } from './rows.ts';

export interface Audience {
  readonly id: number;
  readonly name: string;
}

export interface BuilderGiven {
  readonly fields: readonly Field[];
  readonly audiences: readonly Audience[];
  readonly isReadOnly: boolean;
  /** What the server says of a row. */
  readonly faultOf: (row: Row) => string | undefined;
}

export const BuilderContext = createContext<BuilderGiven>({
  fields: [],
  audiences: [],
  isReadOnly: true,
  faultOf: () => undefined,
});

export const useBuilder = () => useContext(BuilderContext);
