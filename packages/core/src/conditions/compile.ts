// Knows how a condition becomes closures, so that nothing is interpreted while a request waits.

import { type CompiledCondition, resolveAudience } from './audiences.ts';
import {
  type ConditionOptions,
  type ConditionTest,
  isElementCondition,
  isOperatorObject,
  isRecord,
  LIST_OPERATORS,
  type ValueTest,
} from './condition.ts';
import { isScalar, type OperatorContext } from './operators/operator.ts';
import { valueOperators } from './operators/table.ts';
import { compileElementReader, compileReader, missingAs, type PathReader } from './path.ts';
import { sharing } from './shared.ts';

/** Far beyond what checkCondition lets in; what is deeper would exhaust the stack. */
const MAX_COMPILED_DEPTH = 100;

/** What is known of a whole condition while its parts are compiled. */
interface Progress {
  depth: number;
  readonly reads: Set<PathReader>;
  /** Why the whole condition can never match, once something has shown that. */
  fault?: string;
}

interface Compiler extends OperatorContext {
  /** Is it an element of a list that is asked about, and not the visitor? */
  inElement: boolean;
  options: ConditionOptions;
  progress: Progress;
}

const always = () => true;
const never = () => false;

/**
 * Compiles a condition in the Mongo-style operators that GrowthBook documents, and `$audience`.
 *
 * Never throws: an unknown operator or an operand that it cannot take does not pass; a condition
 * that refers to an unknown or circular audience never matches, not even where it is negated.
 */
export function compileCondition(json: unknown, options: ConditionOptions = {}): CompiledCondition {
  const progress: Progress = { depth: 0, reads: new Set() };
  const test = compileObject(json, createCompiler(options, progress));
  const { fault } = progress;
  if (fault !== undefined) return { test: never, reads: [], fault };
  return { test, reads: [...progress.reads] };
}

/** Compiles what may stand on an attribute: operators, or a value to equal. */
export function compileValueTest(
  json: unknown,
  options: ConditionOptions,
  path: string,
): ValueTest {
  const progress = { depth: 0, reads: new Set<PathReader>() };
  return createCompiler(options, progress, missingAs(path)).compileValue(json);
}

function createCompiler(options: ConditionOptions, progress: Progress, missing = 0): Compiler {
  const compiler: Compiler = {
    options,
    progress,
    missing,
    inElement: false,
    savedGroups: options.savedGroups ?? {},
    compileValue: (json) => nested(compiler, () => compileValue(json, compiler)),
    compileElement: (json) => nested(compiler, () => compileElement(json, compiler)),
  };
  return compiler;
}

function compileObject(json: unknown, compiler: Compiler): ConditionTest {
  if (!isRecord(json)) {
    compiler.progress.fault ??= 'a condition must be an object';
    return never;
  }
  const tests = Object.keys(json).map((key) =>
    nested(compiler, () => compileMember(key, json[key], compiler)),
  );
  return every(tests);
}

function compileMember(key: string, operand: unknown, compiler: Compiler): ConditionTest {
  if (LIST_OPERATORS.has(key)) return compileList(key, operand, compiler);
  if (key === '$not') return negate(compileObject(operand, compiler));
  if (key === '$audience') {
    const audience = resolveAudience(operand, compiler.options, compileCondition);
    if (audience.fault !== undefined) compiler.progress.fault ??= audience.fault;
    for (const reader of audience.reads) compiler.progress.reads.add(reader);
    return audience.test;
  }
  const isShared = !compiler.inElement && meansTheSame(operand);
  return (isShared ? sharedTest : compileTest)(key, operand, compiler);
}

function compileTest(path: string, operand: unknown, compiler: Compiler): ConditionTest {
  const read = readerFor(path, compiler);
  const missing = missingAs(path);
  const of =
    missing === 0 ? compiler : createCompiler(compiler.options, compiler.progress, missing);
  const test = compileValue(operand, of);
  return (attributes) => test(read(attributes) ?? null);
}

interface SharedTest {
  readonly test: ConditionTest;
  readonly read: PathReader;
}

/** By path and operand. */
const sharedTests = sharing<SharedTest>();

/**
 * The test of all conditions that ask the same of the same attribute. Of a thousand campaigns most
 * do, and what they share stays in the processor's caches.
 */
function sharedTest(path: string, operand: unknown, compiler: Compiler): ConditionTest {
  const { test, read } = sharedTests(JSON.stringify([path, operand]), () => ({
    test: compileTest(path, operand, compiler),
    read: compileReader(path),
  }));
  compiler.progress.reads.add(read);
  return test;
}

/** Is it a scalar, or operators on scalars, which mean the same wherever they stand? */
function meansTheSame(operand: unknown): boolean {
  if (!isOperatorObject(operand)) return isPlain(operand);
  return Object.entries(operand).every(([name, value]) => {
    const operator = valueOperators.get(name);
    return operator !== undefined && operator.holds === undefined && isPlain(value);
  });
}

/** JSON writes other numbers as null. */
const isPlain = (value: unknown) =>
  isScalar(value) && (typeof value !== 'number' || Number.isFinite(value));

function readerFor(path: string, { inElement, progress }: Compiler) {
  if (inElement) return compileElementReader(path);
  const reader = compileReader(path);
  progress.reads.add(reader);
  return reader;
}

function compileList(operator: string, operand: unknown, compiler: Compiler): ConditionTest {
  if (!Array.isArray(operand)) {
    compiler.progress.fault ??= `${operator} must be a list of conditions`;
    return never;
  }
  const tests = operand.map((json) => nested(compiler, () => compileObject(json, compiler)));
  if (operator === '$and') return every(tests);
  if (tests.length === 0) return operator === '$or' ? always : never;
  const any: ConditionTest = (attributes) => tests.some((test) => test(attributes));
  return operator === '$or' ? any : negate(any);
}

function compileValue(json: unknown, compiler: Compiler): ValueTest {
  if (!isOperatorObject(json)) return compileOperator('$eq', json, compiler);
  return every(Object.keys(json).map((name) => compileOperator(name, json[name], compiler)));
}

function compileOperator(name: string, operand: unknown, compiler: Compiler): ValueTest {
  const operator = valueOperators.get(name);
  if (operator === undefined || operator.fault(operand) !== undefined) return never;
  return operator.compile(operand as never, compiler);
}

/** An audience is a set of people, so that asking it of a list's element would mean nothing. */
function compileElement(json: unknown, compiler: Compiler): ValueTest {
  if (!isElementCondition(json)) return compileValue(json, compiler);
  const { audiences: _, ...options } = compiler.options;
  return compileObject(json, { ...createCompiler(options, compiler.progress), inElement: true });
}

function nested(compiler: Compiler, compile: () => ConditionTest): ConditionTest {
  const { progress } = compiler;
  if (progress.depth >= MAX_COMPILED_DEPTH) {
    progress.fault ??= `it is nested more than ${MAX_COMPILED_DEPTH} deep`;
    return never;
  }
  progress.depth += 1;
  const test = compile();
  progress.depth -= 1;
  return test;
}

function negate(test: ConditionTest): ConditionTest {
  return (attributes) => !test(attributes);
}

function every(tests: readonly ((value: unknown) => boolean)[]) {
  const [only] = tests;
  if (tests.length === 1 && only !== undefined) return only;
  return (value: unknown) => {
    for (const test of tests) if (!test(value)) return false;
    return true;
  };
}
