// Knows how to show a developer which part of a condition passed, which failed, and on what value.

import { resolveAudience } from './audiences.ts';
import { compileCondition, compileValueTest } from './compile.ts';
import {
  type Attributes,
  type ConditionOptions,
  combine,
  isOperatorObject,
  isRecord,
  LIST_OPERATORS,
} from './condition.ts';
import { valueOperators } from './operators/table.ts';
import { compileReader } from './path.ts';

/** One part of a condition as it was evaluated; JSON, once the attributes are. */
export interface ConditionTrace {
  pass: boolean;
  /** `$and` also for an object's members together, `$eq` also for a bare value. */
  operator: string;
  /** The attribute's path, where the part asks about one. */
  path?: string;
  /** The operand, except where `children` show it. */
  expected?: unknown;
  /** The value that was read; absent where there was none. */
  actual?: unknown;
  /** Why the part cannot pass whatever the attributes are. */
  detail?: string;
  children?: ConditionTrace[];
}

/**
 * Evaluates a condition part by part, without stopping at the first failure.
 *
 * The root's `pass` is what the compiled condition's test answers. The operands of `$elemMatch`,
 * `$size` and `$all` are shown whole.
 */
export function explainCondition(
  json: unknown,
  options: ConditionOptions,
  attributes: Attributes,
): ConditionTrace {
  const { fault } = compileCondition(json, options);
  if (fault === undefined) return traceObject(json, options, attributes);
  return { pass: false, operator: '$and', expected: json, detail: fault };
}

function traceObject(
  json: unknown,
  options: ConditionOptions,
  attributes: Attributes,
): ConditionTrace {
  const members = isRecord(json) ? Object.entries(json) : [];
  const children = members.map(([key, operand]) => traceMember(key, operand, options, attributes));
  const [only] = children;
  return only !== undefined && children.length === 1 ? only : join('$and', children);
}

function traceMember(
  key: string,
  operand: unknown,
  options: ConditionOptions,
  attributes: Attributes,
): ConditionTrace {
  if (LIST_OPERATORS.has(key) && Array.isArray(operand)) {
    return join(
      key,
      operand.map((json) => traceObject(json, options, attributes)),
    );
  }
  if (key === '$not') return join('$not', [traceObject(operand, options, attributes)]);
  if (key === '$audience') {
    const { test } = resolveAudience(operand, options, compileCondition);
    const child = traceObject(options.audiences?.get(operand as number), options, attributes);
    return {
      pass: test(attributes),
      operator: '$audience',
      expected: operand,
      children: [child],
    };
  }
  return traceValue(operand, compileReader(key)(attributes), key, options);
}

function traceValue(
  json: unknown,
  actual: unknown,
  path: string,
  options: ConditionOptions,
): ConditionTrace {
  if (!isOperatorObject(json)) return traceOperator('$eq', json, actual, path, options);
  const children = Object.entries(json).map(([name, operand]) =>
    traceOperator(name, operand, actual, path, options),
  );
  const [only] = children;
  return only !== undefined && children.length === 1 ? only : { ...join('$and', children), path };
}

function traceOperator(
  name: string,
  operand: unknown,
  actual: unknown,
  path: string,
  options: ConditionOptions,
): ConditionTrace {
  const operator = valueOperators.get(name);
  const fault = operator === undefined ? 'is not an operator' : operator.fault(operand);
  if (name === '$not') {
    return { ...join('$not', [traceValue(operand, actual, path, options)]), path };
  }
  const pass = compileValueTest({ [name]: operand }, options, path)(actual ?? null);
  const trace: ConditionTrace = { pass, operator: name, path, expected: operand };
  if (actual !== undefined) trace.actual = actual;
  if (fault !== undefined) trace.detail = `${name} ${fault}`;
  return trace;
}

function join(operator: string, children: ConditionTrace[]): ConditionTrace {
  const results = children.map((child) => child.pass);
  const pass = operator === '$not' ? !results[0] : combine(operator, results);
  return { pass, operator, children };
}
