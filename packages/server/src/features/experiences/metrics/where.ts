// Which events of a kind a metric counts: tests on properties that all must hold.
import type { Fault } from '@attune/contract';
import { pointerTo } from '@attune/core';

export type Comparison = '$eq' | '$ne' | '$gt' | '$gte' | '$lt' | '$lte';
type Scalar = string | number | boolean;

/** One test of one property. A property that is absent is equal to nothing. */
export type PropertyTest = { readonly property: string } & (
  | { readonly operator: Comparison; readonly operand: Scalar }
  | { readonly operator: '$in' | '$nin'; readonly operand: readonly Scalar[] }
  | { readonly operator: '$exists'; readonly operand: boolean }
);

const ordering: ReadonlySet<string> = new Set(['$gt', '$gte', '$lt', '$lte']);
const equality: ReadonlySet<string> = new Set(['$eq', '$ne']);
const lists: ReadonlySet<string> = new Set(['$in', '$nin']);
const mostValues = 100;

const isScalar = (value: unknown): value is Scalar =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** The tests of a `where`, and what is wrong with it; `pointer` is where it stands. */
export function readWhere(
  where: Readonly<Record<string, unknown>>,
  pointer: string,
): { readonly tests: PropertyTest[]; readonly errors: Fault[] } {
  const tests: PropertyTest[] = [];
  const errors: Fault[] = [];
  for (const [property, wanted] of Object.entries(where)) {
    const at = pointerTo(pointer, property);
    const isOperators = typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted);
    const operators = isOperators ? Object.entries(wanted) : [['$eq', wanted] as const];
    if (operators.length === 0) errors.push({ pointer: at, detail: 'holds no operator' });
    for (const [operator, operand] of operators) {
      const detail = faultOf(operator, operand);
      if (detail) errors.push({ pointer: isOperators ? pointerTo(at, operator) : at, detail });
      else tests.push({ property, operator, operand } as PropertyTest);
    }
  }
  return { tests, errors };
}

function faultOf(operator: string, operand: unknown): string | undefined {
  if (operator === '$exists') {
    return typeof operand === 'boolean' ? undefined : 'must be true or false';
  }
  if (equality.has(operator)) {
    return isScalar(operand) ? undefined : 'must be a string, a number or a boolean';
  }
  if (ordering.has(operator)) {
    return typeof operand === 'number' ? undefined : 'must be a number';
  }
  if (!lists.has(operator)) return 'is not an operator for events';
  const isList = Array.isArray(operand) && operand.length > 0 && operand.length <= mostValues;
  return isList && operand.every(isScalar)
    ? undefined
    : `must be a list of 1 to ${mostValues} strings, numbers or booleans`;
}
