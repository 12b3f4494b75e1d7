// Knows when no value at all can pass some operators together. Silence means nothing is known.

import { compileValueTest } from '../compile.ts';
import { type ConditionOptions, isElementCondition, isOperatorObject } from '../condition.ts';
import { valueOperators } from '../operators/table.ts';

/** One operator that the value of a path has to pass. */
export interface Constraint {
  readonly name: string;
  readonly operand: unknown;
  /** Where in the condition it stands. */
  readonly pointer: string;
}

export interface NeverContext {
  readonly options: ConditionOptions;
  readonly path: string;
  /** Is the value known to be no list, for every user? */
  readonly isScalar: boolean;
  /** Can no object pass this condition? Of the elements that `$elemMatch` asks about. */
  readonly isNeverObject: (json: unknown) => boolean;
}

/** The operators that stand on a value; a bare value has to be equal. */
export function constraintsOf(
  json: unknown,
  pointer: string,
  pointerOf: (name: string) => string = () => pointer,
): Constraint[] {
  if (!isOperatorObject(json)) return [{ name: '$eq', operand: json, pointer }];
  return Object.entries(json).map(([name, operand]) => ({
    ...{ name, operand },
    pointer: pointerOf(name),
  }));
}

/** Among more, it is not looked for the two that clash. */
const mostPaired = 50;

/** The fewest of some constraints that no value passes together; undefined where one may. */
export function neverTogether(
  all: readonly Constraint[],
  context: NeverContext,
): readonly Constraint[] | undefined {
  if (!isNever(all, context)) return undefined;
  const alone = all.find((one) => isNever([one], context));
  if (alone) return [alone];
  if (all.length > mostPaired) return all;
  for (const [at, one] of all.entries()) {
    const other = all.slice(at + 1).find((two) => isNever([one, two], context));
    if (other) return [one, other];
  }
  return all;
}

function isNever(given: readonly Constraint[], context: NeverContext): boolean {
  // What is at fault is refused elsewhere.
  const all = given.filter(
    ({ name, operand }) =>
      valueOperators.has(name) && valueOperators.get(name)?.fault(operand) === undefined,
  );
  const { options, path } = context;
  if (all.some((one) => isNeverAlone(one, context))) return true;
  const isList = all.some(({ name, operand }) => wantsList(name, operand));
  const isNoList = context.isScalar || all.some(({ name, operand }) => refusesList(name, operand));
  if (isList && isNoList) return true;
  const candidates = all
    .map((one) => candidatesOf(one, isNoList))
    .filter((values) => values !== undefined)
    .sort((a, b) => a.length - b.length)[0];
  if (candidates) {
    const tests = all.map(({ name, operand }) =>
      compileValueTest({ [name]: operand }, options, path),
    );
    return !candidates.some((value) => tests.every((test) => test(value)));
  }
  const types = new Set(all.filter(({ name }) => name === '$type').map(({ operand }) => operand));
  return types.size > 1 || isListedAway(all) || isEmptyRange(all) || isNeverSize(all, context);
}

function isNeverAlone({ name, operand }: Constraint, context: NeverContext): boolean {
  const isNeverValue = (json: unknown) =>
    isNever(
      constraintsOf(json, ''),
      // An element is another value than the list, of which nothing is known.
      { ...context, isScalar: false },
    );
  switch (name) {
    case '$in':
    case '$ini':
      return (operand as unknown[]).length === 0;
    case '$all':
      return (operand as unknown[]).some(isNeverValue);
    case '$elemMatch':
      return isElementCondition(operand) ? context.isNeverObject(operand) : isNeverValue(operand);
    default:
      return false;
  }
}

const listOperators = new Set(['$size', '$all', '$alli', '$elemMatch']);
const orderOperators = new Set(['$lt', '$lte', '$gt', '$gte']);

const wantsList = (name: string, operand: unknown) =>
  listOperators.has(name) || (name === '$type' && operand === 'array');

/** A list has no order and no text. */
const refusesList = (name: string, operand: unknown) =>
  orderOperators.has(name) ||
  name === '$regex' ||
  name === '$regexi' ||
  (name === '$type' && operand !== 'array');

/** All values that can pass, where they are few. A list passes `$in` by any of its elements. */
function candidatesOf({ name, operand }: Constraint, isNoList: boolean): unknown[] | undefined {
  if (name === '$eq') return [operand];
  if (name === '$exists' && operand === false) return [null];
  if (name === '$type' && operand === 'null') return [null];
  if (name === '$type' && operand === 'boolean') return [true, false];
  return name === '$in' && isNoList ? (operand as unknown[]) : undefined;
}

/** Is everything that `$in` lets in kept out by `$nin`? */
function isListedAway(all: readonly Constraint[]): boolean {
  const lists = (wanted: string) =>
    all.filter(({ name }) => name === wanted).map(({ operand }) => operand as unknown[]);
  return lists('$in').some((inside) =>
    lists('$nin').some((outside) => inside.every((one) => new Set(outside).has(one))),
  );
}

function isNeverSize(all: readonly Constraint[], context: NeverContext): boolean {
  const sizes = all.filter(({ name }) => name === '$size');
  if (sizes.length === 0) return false;
  const ofLength = sizes.flatMap(({ operand }) => constraintsOf(operand, ''));
  const least = { name: '$gte', operand: 0, pointer: '' };
  return isNever([...ofLength, least], { ...context, path: '', isScalar: true });
}

interface Bound<Value> {
  readonly value: Value;
  readonly isStrict: boolean;
}

/**
 * Is nothing above the lower and below the upper bounds? A number is held against every bound as a
 * number, a string against strings by code units.
 */
function isEmptyRange(all: readonly Constraint[]): boolean {
  const bounds = all.filter(({ name }) => orderOperators.has(name));
  const numbers = bounds.filter(({ operand }) => typeof operand === 'number');
  if (isEmpty(numbers, Number)) return true;
  const texts = bounds.filter(({ operand }) => typeof operand === 'string');
  if (!isEmpty(texts, String)) return false;
  return texts.some(({ operand }) => Number.isNaN(numberOf(operand))) || isEmpty(bounds, numberOf);
}

/** As the operators read a string where the value is none. */
function numberOf(operand: unknown): number {
  if (typeof operand === 'string' && operand.trim() === '') return Number.NaN;
  return Number(operand);
}

function isEmpty<Value extends number | string>(
  bounds: readonly Constraint[],
  read: (operand: unknown) => Value,
): boolean {
  const side = (strict: string, loose: string): Bound<Value>[] =>
    bounds
      .filter(({ name }) => name === strict || name === loose)
      .map(({ name, operand }) => ({ value: read(operand), isStrict: name === strict }));
  return side('$gt', '$gte').some((low) =>
    side('$lt', '$lte').some(
      (high) =>
        low.value > high.value || (low.value === high.value && (low.isStrict || high.isStrict)),
    ),
  );
}
