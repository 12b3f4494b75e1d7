// Compiles schemas into checks, and turns a validator's findings into errors for the caller.
import type { Endpoint, Fault } from '@attune/contract';
import { OfrepFailure, Problem } from '@attune/contract';
import { pointerTo } from '@attune/core';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';

/** Every error is listed; the bound keeps a hostile body from making a huge answer. */
export const errorsMax = 200;
Settings.Set({ maxErrors: errorsMax });

/** Checks a value; no errors means that it is valid. Types are never coerced. */
export type Check = (value: unknown) => readonly Fault[];

interface Finding {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

const none: readonly Fault[] = [];

type Validator = ReturnType<typeof Compile>;

/** Of all nodes that run in this process. */
const validators = new WeakMap<TSchema, Validator>();

function validatorOf(schema: TSchema): Validator {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  return validator;
}

/**
 * Compiles a schema at its first use: a start need not wait for schemas that are never used. The
 * check is fast for what is valid.
 */
export function compileCheck(schema: TSchema): Check {
  let validator: Validator | undefined;
  return (value) => {
    validator ??= validatorOf(schema);
    return validator.Check(value) ? none : errorsOf(validator.Errors(value) as Finding[], schema);
  };
}

function errorsOf(findings: readonly Finding[], schema: TSchema): Fault[] {
  const unions = findings.filter(({ keyword }) => keyword === 'anyOf');
  const isInUnion = (finding: Finding) =>
    unions.some(
      (union) =>
        finding !== union &&
        finding.schemaPath.startsWith(`${union.schemaPath}/anyOf/`) &&
        finding.instancePath === union.instancePath,
    );
  return findings
    .filter((finding) => !isInUnion(finding))
    .flatMap((finding) => describe(finding, findings, schema));
}

function describe(finding: Finding, all: readonly Finding[], schema: TSchema): Fault[] {
  const pointer = finding.instancePath;
  const params = finding.params as Record<string, unknown>;
  switch (finding.keyword) {
    case 'required':
      return (params['requiredProperties'] as string[]).map((name) => ({
        pointer: pointerTo(pointer, name),
        detail: 'is required',
      }));
    case 'enum':
      return [{ pointer, detail: `must be one of ${listOf(params['allowedValues'])}` }];
    case 'pattern':
      return [
        { pointer, detail: `has the wrong form. ${about(schema, finding.schemaPath)}`.trim() },
      ];
    case 'anyOf':
      return [{ pointer, detail: `must be ${alternatives(finding, all)}` }];
    default:
      return [{ pointer, detail: finding.message }];
  }
}

function alternatives(union: Finding, all: readonly Finding[]): string {
  const types = all
    .filter(
      ({ keyword, schemaPath, instancePath }) =>
        keyword === 'type' &&
        instancePath === union.instancePath &&
        schemaPath.startsWith(`${union.schemaPath}/anyOf/`),
    )
    .map(({ params }) => String((params as Record<string, unknown>)['type']));
  return types.length > 0 ? types.join(' or ') : 'one of the forms that the contract states';
}

const listOf = (values: unknown) => (values as unknown[]).map((v) => JSON.stringify(v)).join(', ');

/** The description of the schema that a path such as `#/properties/user` names. */
function about(schema: TSchema, path: string): string {
  let at: unknown = schema;
  for (const step of path.split('/').slice(1)) at = (at as Record<string, unknown>)?.[step];
  return String((at as { description?: string })?.description ?? '');
}

const isProblem = compileCheck(Problem);
const isOfrepFailure = compileCheck(OfrepFailure);

/**
 * Checks an answer against the contract of its endpoint; lists what is wrong. Used by tests. `type`
 * is the answer's content type; JSON where none is given.
 */
export function checkAnswer(
  endpoint: Pick<Endpoint, 'answers' | 'protocol'>,
  status: number,
  text: string,
  type?: string | null,
): readonly Fault[] {
  if (status >= 400) {
    const isOfrep = endpoint.protocol === 'ofrep' && !type?.includes('problem');
    return (isOfrep ? isOfrepFailure : isProblem)(JSON.parse(text));
  }
  const answer = endpoint.answers[status];
  if (!answer) return [{ pointer: '', detail: `status ${status} is not in the contract` }];
  if (!answer.schema) {
    return text === '' ? none : [{ pointer: '', detail: 'a body where none is stated' }];
  }
  if (answer.isAlsoCsv && type?.startsWith('text/csv')) return none;
  if (answer.isLines) {
    const lines = text.split('\n').filter((line) => line !== '');
    return lines.flatMap((line) => compileCheck(answer.schema!)(JSON.parse(line)));
  }
  return compileCheck(answer.schema)(JSON.parse(text));
}
