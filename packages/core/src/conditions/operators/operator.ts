// Knows what an operator on a value consists of, and the checks of operands that several share.
import type { SavedGroups, ValueTest } from '../condition.ts';

/** What an operator may ask for while it compiles its operand. */
export interface OperatorContext {
  savedGroups: SavedGroups;
  /** What a missing value counts as where it is compared by order: see `missingAs` of a path. */
  missing: number;
  /** Compiles what stands where a value's condition may stand: operators, or a value to equal. */
  compileValue(json: unknown): ValueTest;
  /** Compiles the operand of `$elemMatch`. */
  compileElement(json: unknown): ValueTest;
}

/** One operator, as compiling, checking and explaining all use it. */
export interface ValueOperator {
  /** Says what is wrong with an operand, or undefined; a faulty operand never passes. */
  fault(operand: unknown): string | undefined;
  /** Makes the test; called with operands without fault only. */
  compile(operand: never, context: OperatorContext): ValueTest;
  /** What the operand is made of, where it holds conditions or names of its own. */
  holds?: 'value' | 'values' | 'element' | 'group';
}

/** Answers whether a JSON value is neither an object nor a list. */
export function isScalar(json: unknown): boolean {
  return json === null || ['string', 'number', 'boolean'].includes(typeof json);
}

/** Accepts lists of scalars. */
export function scalarListFault(operand: unknown): string | undefined {
  if (Array.isArray(operand) && operand.every(isScalar)) return undefined;
  return 'must be a list of strings, numbers, booleans or nulls';
}

/** Accepts numbers and strings. */
export function numberOrStringFault(operand: unknown): string | undefined {
  const fits = typeof operand === 'string' || typeof operand === 'number';
  return fits ? undefined : 'must be a number or a string';
}
