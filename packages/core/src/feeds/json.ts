// What JSON may stand in a feed: how deep, how long, which characters, and its one canonical text.
import { isRawNumber, rounded } from '../json/index.ts';
import { firstCharacters, isWithin } from '../text/characters.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

const NESTING_MAX = 5;

/** Is it a JSON object? Instances of classes are none. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || (prototype === null && !isRawNumber(value));
}

/** Says what is wrong with a text, to be read after its name; undefined when it may be stored. */
export function textFault(text: string, limit: number): string | undefined {
  // PostgreSQL's jsonb can hold neither of the two.
  if (text.includes('\u0000')) return 'holds the character U+0000';
  if (!text.isWellFormed()) return 'holds half of a surrogate pair';
  if (!isWithin(text, limit)) return `is longer than ${limit} characters`;
  return undefined;
}

/** Says what is wrong with a value of any shape; each text in it may have `limit` characters. */
export function valueFault(value: unknown, limit: number, nesting = 0): string | undefined {
  if (value === null || typeof value === 'boolean') return undefined;
  if (typeof value === 'string') return textFault(value, limit);
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'is not a number';
  if (isRawNumber(value)) return rounded;
  if (!Array.isArray(value) && !isJsonObject(value)) return 'is not JSON';
  if (nesting === NESTING_MAX) return `is nested more than ${NESTING_MAX} deep`;
  const keys = Array.isArray(value) ? [] : Object.keys(value);
  for (const key of keys) {
    const fault = textFault(key, limit);
    if (fault) return `has a key that ${fault}`;
  }
  // Array.from makes the holes of an array visible as undefined, which is not JSON.
  for (const inner of Array.isArray(value) ? Array.from(value) : Object.values(value)) {
    const fault = valueFault(inner, limit, nesting + 1);
    if (fault) return fault;
  }
  return undefined;
}

/** A value as a message may quote it: JSON, so that odd characters show, and at most 100 long. */
export function shown(value: unknown): string {
  if (typeof value === 'string')
    return firstCharacters(JSON.stringify(firstCharacters(value, 100)), 100);
  if (Array.isArray(value)) return 'an array';
  if (isRawNumber(value)) return firstCharacters(value.rawJSON, 100);
  if (typeof value === 'object' && value !== null) return 'an object';
  return firstCharacters(String(value), 100);
}

/** The value with the keys of each object in one order, so that equal values have equal texts. */
export function inOrder(value: Json): Json {
  if (value === null || typeof value !== 'object') return value;
  if (isArray(value)) return value.some(isContainer) ? value.map(inOrder) : value;
  // fromEntries defines own properties, so that a key named __proto__ is data like any other.
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, inOrder(value[key]!)]),
  );
}

const isContainer = (value: Json) => typeof value === 'object' && value !== null;

/** Sets a member of an object; one named `__proto__` is data like any other, and no prototype. */
export function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else {
    const always = { enumerable: true, configurable: true, writable: true };
    Object.defineProperty(object, name, { value, ...always });
  }
}

/** `Array.isArray` for JSON: the library's own does not narrow to readonly arrays. */
export function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
