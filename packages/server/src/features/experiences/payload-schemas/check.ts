// A schema of payloads: bounded so that checks take bounded time, then applied.
import type { Fault } from '@attune/contract';
import {
  compilePattern,
  MAX_INPUT_LENGTH,
  parseWritten,
  pointerTo,
  resolveNumbers,
  type TextFormat,
  textFormats,
} from '@attune/core';
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import { type PayloadSchema, validateSchema, workOf } from './schema-bounds.ts';

/** Most places of a schema, written out, times places of a payload: below a second of work. */
const workMax = 20_000_000;
/** What the patterns of a schema may take in all, for one payload. */
const patternsMs = 250;
/** As many errors as an answer has of one payload. */
const errorsMax = 50;

let patternsEnd = 0;

/** Patterns are run as in conditions (decision 0010), and within a time for all of them. */
const boundedPatterns = Object.assign(
  (source: string) => {
    const test = compilePattern(source, '');
    return {
      // The library's key for patterns.
      toString: () => source,
      test(text: string) {
        if (performance.now() > patternsEnd) throw new TooLong();
        return text.length <= MAX_INPUT_LENGTH && test(text);
      },
    };
  },
  { code: '' },
);

class TooLong extends Error {}

const options: Options = {
  strict: false,
  allErrors: true,
  // Others than these are annotations in this version of JSON Schema, and are passed over.
  formats: Object.fromEntries(Object.entries(textFormats).map(([name, { isSo }]) => [name, isSo])),
  validateSchema: false,
  inlineRefs: false,
  ownProperties: true,
  unicodeRegExp: false,
  logger: false,
  code: { regExp: boundedPatterns },
};

/** For schemas as such. It is never given one to compile, since it would keep it for good. */
const metaSchemas = new Ajv2020(options);

/** What is wrong with a schema of payloads, with pointers into it. */
export const validatePayloadSchema = (schema: PayloadSchema): Fault[] =>
  validateSchema(schema, isSchema);

/** Checks data against a schema that is right. Errors begin with the pointer of the data. */
export function checkerOf(schema: PayloadSchema): (data: unknown, pointer: string) => Fault[] {
  const work = workOf(schema);
  const { $schema: _dialect, ...rules } = schema;
  const check = new Ajv2020({ ...options, meta: false }).compile(rules);
  return (data, pointer) => validateData(data, pointer, check, work);
}

function isSchema(schema: PayloadSchema): Fault[] {
  // Its patterns are those of the meta-schema, and read each text once.
  patternsEnd = Number.POSITIVE_INFINITY;
  return metaSchemas.validateSchema(schema) === true ? [] : (metaSchemas.errors ?? []).map(toFault);
}

function validateData(
  data: unknown,
  pointer: string,
  check: ValidateFunction,
  work: ReturnType<typeof workOf>,
): Fault[] {
  // Schemas compare numbers. On a copy: what is kept stays as it is written.
  const unheld: Fault[] = [];
  const plain = resolveNumbers(parseWritten(JSON.stringify(data)), undefined, unheld, pointer);
  if (unheld.length > 0) return unheld;
  const tooMuch = { pointer, detail: 'is too large to be checked by this payloadSchema' };
  if (work(plain) > workMax) return [tooMuch];
  patternsEnd = performance.now() + patternsMs;
  try {
    if (check(plain)) return [];
  } catch (error) {
    if (error instanceof TooLong) return [tooMuch];
    throw error;
  }
  const errors = (check.errors ?? []).slice(0, errorsMax).map(toFault);
  return errors.map((fault) => ({ ...fault, pointer: `${pointer}${fault.pointer}` }));
}

function toFault({ instancePath, keyword, message, params }: ErrorObject): Fault {
  const at = (name: unknown) => pointerTo(instancePath, String(name));
  switch (keyword) {
    case 'required':
      return { pointer: at(params['missingProperty']), detail: 'is required by payloadSchema' };
    case 'additionalProperties':
      return {
        pointer: at(params['additionalProperty']),
        detail: 'is not foreseen by payloadSchema',
      };
    case 'enum':
      return { pointer: instancePath, detail: `must be one of ${listed(params['allowedValues'])}` };
    case 'format':
      return { pointer: instancePath, detail: textFormats[params['format'] as TextFormat].detail };
    case 'const':
      return { pointer: instancePath, detail: `must be ${listed([params['allowedValue']])}` };
    default:
      return { pointer: instancePath, detail: message ?? 'does not match payloadSchema' };
  }
}

const listed = (values: unknown[]) =>
  values
    .map((value) => JSON.stringify(value))
    .join(', ')
    .slice(0, 500);
