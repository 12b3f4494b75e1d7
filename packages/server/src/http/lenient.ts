// Bodies of pages, read as far as they can be: what cannot is passed over and told.
//
// A body that is right is recognised by one compiled check, and costs nothing more. Any other is
// walked along its schema: a null and empty text are no value, a number may be text, and so may
// true and false, what is wrong in a place that may be empty is left out, and what is wrong where
// something must be costs the object around it, up to the body itself.
import type { Fault } from '@attune/contract';
import { nearestName, pointerTo, withoutQuotes } from '@attune/core';
import type { TSchema } from 'typebox';
import type { PassedOver } from '../passed-over.ts';
import { type Check, compileCheck } from './validate.ts';

/** What there is of a body; the value is undefined where nothing can be made of it. */
export interface LenientReading {
  readonly value: unknown;
  readonly passedOver: readonly PassedOver[];
}

/** A JSON Schema as it is walked. */
interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly contains?: Schema;
  readonly maxContains?: number;
  /** Of a list that means something else without one of its elements: it is read whole or not. */
  readonly 'x-whole'?: boolean;
}

const nothing: readonly PassedOver[] = [];

/** Makes what reads bodies of a schema. */
export function compileLenient(schema: TSchema): (body: unknown) => LenientReading {
  let isRight: Check | undefined;
  return (body) => {
    isRight ??= compileCheck(closed(schema as Schema) as TSchema);
    if (isRight(body).length === 0) return { value: body, passedOver: nothing };
    const passedOver: PassedOver[] = [];
    return { value: read(schema as Schema, body, '', passedOver), passedOver };
  };
}

/** The schema without unknown members and without empty text where there may be none. */
function closed(schema: Schema): Schema {
  const { properties, required = [], patternProperties, items } = schema;
  if (properties) {
    const members = Object.entries(properties).map(([name, member]) => {
      const one = closed(member);
      return [name, required.includes(name) ? one : withText(one)];
    });
    return {
      ...schema,
      properties: Object.fromEntries(members),
      additionalProperties: false,
    } as Schema;
  }
  if (patternProperties) {
    const members = Object.entries(patternProperties).map(([name, one]) => [name, closed(one)]);
    return { ...schema, patternProperties: Object.fromEntries(members) };
  }
  return items ? { ...schema, items: withText(closed(items)) } : { ...schema };
}

const withText = (schema: Schema): Schema =>
  schema.type === 'string' ? { ...schema, minLength: Math.max(schema.minLength ?? 0, 1) } : schema;

const isBlank = (value: unknown) => value === null || value === '' || value === undefined;

/** What a value is by its schema; undefined where it is not, which is told. */
function read(schema: Schema, value: unknown, pointer: string, told: PassedOver[]): unknown {
  if (schema.type === 'object') return readObject(schema, value, pointer, told);
  if (schema.type === 'array') return readArray(schema, value, pointer, told);
  const meant = withoutQuotesAs(schema.type, value);
  const faults = compileCheck(schema as TSchema)(meant);
  if (faults.length === 0) return meant;
  told.push(...faults.map((fault) => ignored({ ...fault, pointer: pointer + fault.pointer })));
  return undefined;
}

/** What a text says that stands for a number, or for true or false; anything else as it is. */
function withoutQuotesAs(type: string | undefined, value: unknown): unknown {
  if (type === 'number' || type === 'integer') return withoutQuotes(value);
  if (type !== 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : value;
}

const ignored = (fault: Fault): PassedOver => ({ code: 'ignored_value', ...fault });

function readObject(schema: Schema, value: unknown, pointer: string, told: PassedOver[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    told.push(ignored({ pointer, detail: 'must be object' }));
    return undefined;
  }
  const { properties = {}, required = [], patternProperties = {} } = schema;
  const [ofAny] = Object.values(patternProperties);
  const members: [string, unknown][] = [];
  for (const [name, one] of Object.entries(value)) {
    const at = pointerTo(pointer, name);
    const member = Object.hasOwn(properties, name) ? properties[name] : ofAny;
    if (!member) told.push(...nearMiss(name, Object.keys(properties), at));
    else if (!isBlank(one)) {
      const meant = read(member, one, at, told);
      if (meant !== undefined) members.push([name, meant]);
    }
  }
  const missing = required.filter((name) => !members.some(([one]) => one === name));
  for (const name of missing) {
    // Why it is not there was told, unless nothing was sent.
    if (isBlank((value as Record<string, unknown>)[name])) {
      told.push(ignored({ pointer: pointerTo(pointer, name), detail: 'is required' }));
    }
  }
  return missing.length > 0 ? undefined : Object.fromEntries(members);
}

/** Of unknown members only those that are nearly known ones are told: the rest means nothing. */
function nearMiss(name: string, known: readonly string[], pointer: string): PassedOver[] {
  const meant = nearestName(name, known);
  if (meant === undefined) return [];
  const detail = `is not read; did you mean "${meant}"?`;
  return [{ code: 'ignored_field', pointer, detail, meant }];
}

/** As far as it goes: elements that cannot be read are left out, and those beyond the bound. */
function readArray(schema: Schema, value: unknown, pointer: string, told: PassedOver[]): unknown {
  const { items = {}, minItems = 0, maxItems = Infinity, 'x-whole': isWhole = false } = schema;
  if (!Array.isArray(value)) {
    told.push(ignored({ pointer, detail: 'must be array' }));
    return undefined;
  }
  const meant = value.flatMap((one, at) => {
    if (isBlank(one)) return [];
    const element = read(items, one, pointerTo(pointer, at), told);
    return element === undefined ? [] : [element];
  });
  const filled = value.filter((one) => !isBlank(one)).length;
  const kept = withinContains(schema, meant, pointer, told);
  if (isWhole && (kept.length < filled || kept.length > maxItems)) {
    told.push(ignored({ pointer, detail: 'counts as a whole or not at all' }));
    return undefined;
  }
  if (kept.length > maxItems) {
    const detail = `must not have more than ${maxItems} items; the first ${maxItems} are read`;
    told.push(ignored({ pointer, detail }));
    return kept.slice(0, maxItems);
  }
  if (kept.length >= minItems) return kept;
  told.push(ignored({ pointer, detail: `must not have fewer than ${minItems} items` }));
  return undefined;
}

/** The elements but for those beyond `maxContains`. */
function withinContains(
  { contains, maxContains = Infinity }: Schema,
  elements: readonly unknown[],
  pointer: string,
  told: PassedOver[],
): readonly unknown[] {
  if (!contains) return elements;
  const isSuch = compileCheck(contains as TSchema);
  let found = 0;
  const kept = elements.filter((one) => isSuch(one).length > 0 || ++found <= maxContains);
  if (found > maxContains) {
    told.push(
      ignored({ pointer, detail: `more than ${maxContains} of a kind; the rest is left out` }),
    );
  }
  return kept;
}
