// Knows the shapes that conditions are made of, so that compiling, checking and explaining agree.

/** What a condition is asked about: an object, of which own properties count, or a lazy one. */
export type Attributes = Readonly<Record<string, unknown>> | LazyAttributes;

/** Attributes that are worked out when a condition asks for them, at any level of a path. */
export abstract class LazyAttributes {
  /** The attribute of this name; undefined where there is none. */
  abstract read(name: string): unknown;
  /** All of them, for who shows them. */
  abstract toJSON(): Readonly<Record<string, unknown>>;
}

/** Named lists for `$inGroup` and `$notInGroup`; membership is by value and type. */
export type SavedGroups = Readonly<Record<string, readonly unknown[]>>;

/** What a condition may refer to by name. Neither may change once it has been passed in. */
export interface ConditionOptions {
  /** Audience id -> its condition, for `$audience`. */
  audiences?: ReadonlyMap<number, unknown>;
  savedGroups?: SavedGroups;
}

/** Answers whether one value passes; a missing value arrives as null. */
export type ValueTest = (value: unknown) => boolean;

/** Answers whether an object (the attributes, or an element of a list) passes. */
export type ConditionTest = (attributes: unknown) => boolean;

/** One thing wrong with a condition; `pointer` is an RFC 6901 pointer from the condition's root. */
export interface ConditionFault {
  pointer: string;
  detail: string;
}

export const LIST_OPERATORS: ReadonlySet<string> = new Set(['$and', '$or', '$nor']);

/** Answers whether a JSON value is an object (not null, not a list). */
export function isRecord(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** Answers whether an object holds operators to apply to a value, rather than a value itself. */
export function isOperatorObject(json: unknown): json is Record<string, unknown> {
  if (!isRecord(json)) return false;
  const keys = Object.keys(json);
  return keys.length > 0 && keys.every((key) => key.startsWith('$'));
}

/**
 * Answers whether the operand of `$elemMatch` is a condition on the element's properties, rather
 * than operators on the element itself. `$not` alone belongs to the latter, as in GrowthBook.
 */
export function isElementCondition(json: unknown): boolean {
  if (!isOperatorObject(json)) return true;
  return Object.keys(json).some((key) => LIST_OPERATORS.has(key) || key === '$audience');
}

/** Joins the results of subconditions by a logical operator; empty `$or` passes, as published. */
export function combine(operator: string, results: readonly boolean[]): boolean {
  if (operator === '$and') return results.every(Boolean);
  const any = results.length === 0 || results.some(Boolean);
  return operator === '$or' ? any : !any;
}
