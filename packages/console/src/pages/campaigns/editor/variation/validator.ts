// A payload held against its schema in the browser, by a library that makes no code of it.
import { textFormats } from '@attune/core';
import { format, type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import {
  type ErrorSchema,
  ErrorSchemaBuilder,
  type RJSFSchema,
  type ValidatorType,
} from '@rjsf/utils';
import type { Fault } from '../../../../versioned/kind.ts';

for (const [name, { isSo }] of Object.entries(textFormats)) format[name] = isSo;

/** Own words by keyword; what only says that something within is wrong is left out. */
const words: Readonly<Record<string, (error: string) => string | undefined>> = {
  minLength: (error) => `Needs at least ${numberIn(error)} characters`,
  maxLength: (error) => `Takes at most ${numberIn(error)} characters`,
  minimum: (error) => `Must be at least ${numberIn(error)}`,
  maximum: (error) => `Must be at most ${numberIn(error)}`,
  exclusiveMinimum: (error) => `Must be more than ${numberIn(error)}`,
  exclusiveMaximum: (error) => `Must be less than ${numberIn(error)}`,
  minItems: (error) => `Needs at least ${numberIn(error)}`,
  maxItems: (error) => `Takes at most ${numberIn(error)}`,
  uniqueItems: () => 'Has the same entry twice',
  pattern: () => 'Does not have the form that the template asks for',
  enum: () => 'Choose one of the values',
  oneOf: () => 'Choose one of the values',
  type: () => 'Has the wrong type; correct it in the JSON',
  multipleOf: (error) => `Must be a multiple of ${numberIn(error)}`,
  format: (error) => {
    const name = quotedIn(error);
    const detail = Object.hasOwn(textFormats, name) && textFormats[name as 'link'].detail;
    return detail ? `${detail[0]?.toUpperCase()}${detail.slice(1)}` : undefined;
  },
};

/** The limit, which the library puts last. */
const numberIn = (error: string) => error.match(/-?\d+(?:[.]\d+)?/g)?.at(-1) ?? '';

const quotedIn = (error: string) => error.slice(error.indexOf('"') + 1, error.lastIndexOf('"'));

/** What is wrong with a payload, each with its place. */
export function validatePayload(schema: unknown, data: unknown): Fault[] {
  const { errors } = new Validator(schema as Schema, '2020-12', false).validate(data);
  return errors.flatMap(faultOf);
}

function faultOf({ keyword, instanceLocation, error }: OutputUnit): Fault[] {
  const pointer = instanceLocation.replace(/^#/, '');
  if (keyword === 'required') {
    const step = quotedIn(error).replaceAll('~', '~0').replaceAll('/', '~1');
    return [{ pointer: `${pointer}/${step}`, detail: 'Required' }];
  }
  const detail = words[keyword]?.(error);
  return detail === undefined ? [] : [{ pointer, detail }];
}

/** Faults as the form library has them: at the fields. */
export function errorSchemaOf(faults: readonly Fault[]): ErrorSchema {
  const builder = new ErrorSchemaBuilder();
  for (const { pointer, detail } of faults) {
    const steps = pointer.split('/').slice(1);
    const path = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    builder.addErrors(detail, path);
  }
  return builder.ErrorSchema;
}

/** For the form library, which only asks it which of several schemas fits; faults are ours. */
export const validator: ValidatorType = {
  isValid(schema, data, rootSchema) {
    try {
      const { $defs } = rootSchema as RJSFSchema;
      const whole = { ...(typeof $defs === 'object' && { $defs }), ...schema } as Schema;
      return new Validator(whole, '2020-12').validate(data).valid;
    } catch {
      // As the library has it: a schema that cannot be read fits nothing.
      return false;
    }
  },
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
};
