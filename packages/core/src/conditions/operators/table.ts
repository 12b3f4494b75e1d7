// Knows every operator on a value by name; the one table that all readings of a condition use.

import { comparisonOperators } from './comparison.ts';
import { formOperators } from './form.ts';
import { membershipOperators } from './membership.ts';
import type { ValueOperator } from './operator.ts';

/** The operators that may stand on an attribute, by name, as GrowthBook documents them. */
export const valueOperators: ReadonlyMap<string, ValueOperator> = new Map(
  Object.entries({ ...comparisonOperators, ...membershipOperators, ...formOperators }),
);
