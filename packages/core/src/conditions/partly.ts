// Knows the result of a condition when some of its attributes are unknown.

import { compileCondition } from './compile.ts';
import { type ConditionOptions, isRecord, LIST_OPERATORS } from './condition.ts';

/** True or false whatever the unknown attributes are; undefined where it may depend on them. */
export type PartialTest = (attributes: unknown) => boolean | undefined;

export interface PartialCondition {
  readonly test: PartialTest;
  /** The paths that it asks about and that are not known, each once. */
  readonly unknown: readonly string[];
}

/**
 * Compiles a condition for attributes of which only the paths are known that `isKnown` says.
 *
 * Three-valued logic (Kleene): what it answers holds for all values of the rest. It may leave open
 * what could be found by comparing parts with one another.
 */
export function compilePartly(
  json: unknown,
  options: ConditionOptions,
  isKnown: (path: string) => boolean,
): PartialCondition {
  if (compileCondition(json, options).fault !== undefined)
    return { test: () => false, unknown: [] };
  const unknown = new Set<string>();
  const audiences = new Map<unknown, PartialTest>();

  function compileObject(part: unknown): PartialTest {
    if (!isRecord(part)) return () => false;
    return all(Object.entries(part).map(([key, operand]) => compileMember(key, operand)));
  }

  function compileMember(key: string, operand: unknown): PartialTest {
    if (LIST_OPERATORS.has(key)) {
      const tests = (operand as unknown[]).map(compileObject);
      if (key === '$and') return all(tests);
      const any = tests.length === 0 ? () => true : not(all(tests.map(not)));
      return key === '$or' ? any : not(any);
    }
    if (key === '$not') return not(compileObject(operand));
    if (key === '$audience') return compileAudience(operand);
    if (isKnown(key)) return compileCondition({ [key]: operand }, options).test;
    unknown.add(key);
    return () => undefined;
  }

  function compileAudience(id: unknown): PartialTest {
    const known = audiences.get(id);
    if (known) return known;
    const test = compileObject(options.audiences?.get(id as number));
    audiences.set(id, test);
    return test;
  }

  const test = compileObject(json);
  return { test, unknown: [...unknown] };
}

function all(tests: readonly PartialTest[]): PartialTest {
  return (attributes) => {
    let answer: boolean | undefined = true;
    for (const test of tests) {
      const one = test(attributes);
      if (one === false) return false;
      if (one === undefined) answer = undefined;
    }
    return answer;
  };
}

function not(test: PartialTest): PartialTest {
  return (attributes) => {
    const answer = test(attributes);
    return answer === undefined ? undefined : !answer;
  };
}
