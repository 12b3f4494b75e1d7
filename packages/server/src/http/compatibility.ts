// Requests in the names of the original API family: put into ours, or told that they are not read.
import {
  originalDefaults,
  originalFields,
  originalIdentifierTypes,
  originalParameters,
} from '@attune/contract';
import { pointerTo } from '@attune/core';
import type { PassedOver } from '../passed-over.ts';

export interface Input {
  readonly query: unknown;
  readonly body: unknown;
}

interface Translated extends Input {
  /** What is called otherwise here, and is not read. */
  readonly passedOver: readonly PassedOver[];
  /** Is the answer in the original names? That of a request which has them, or no names at all. */
  readonly isOriginal: boolean;
}

type Names = Readonly<Record<string, string>>;
type Fields = Readonly<Record<string, unknown>>;

const nothing: readonly PassedOver[] = [];
/** Where something stands, worked out when it is told. */
type At = () => string;
const pathOf = (at: string) => at.split('/').slice(1);
const places = originalFields.map(({ at, names }) => ({ path: pathOf(at), names }));
const defaults = originalDefaults.map(({ at, values }) => ({ path: pathOf(at), values }));

/** Puts a request into our names, where the caller may use the original ones. */
export function translate(isCompatible: boolean, input: Input): Translated {
  const found = { passedOver: [] as PassedOver[], hasOriginal: false, hasOwn: false };
  const rename = (fields: Fields, names: Names, at: At): Fields => {
    let isOriginal = false;
    for (const theirs in names) {
      const ours = names[theirs]!;
      if (fields[ours] !== undefined) found.hasOwn = true;
      if (fields[theirs] === undefined) continue;
      isOriginal = true;
      if (!isCompatible) found.passedOver.push(unread(pointerTo(at(), theirs), ours));
    }
    if (isOriginal) found.hasOriginal = true;
    return isOriginal && isCompatible ? renamed(fields, names) : fields;
  };
  const translated = places.reduce(
    (value, { path, names }) => atPlace(value, path, root, (one, at) => rename(one, names, at)),
    input.body,
  );
  const body = isCompatible
    ? defaults.reduce(
        (value, { path, values }) => atPlace(value, path, root, (one) => without(one, values)),
        translated,
      )
    : translated;
  const query = isFields(input.query)
    ? identifierType(
        rename(input.query, originalParameters, () => '/query'),
        isCompatible,
      )
    : input.query;
  const { passedOver, hasOriginal, hasOwn } = found;
  const isOriginal = isCompatible && (hasOriginal || !hasOwn);
  return { body, query, passedOver: passedOver.length > 0 ? passedOver : nothing, isOriginal };
}

const root: At = () => '';

const unread = (pointer: string, meant: string): PassedOver => ({
  code: 'ignored_field',
  pointer,
  detail: `is not read: it is called "${meant}" here, unless the key has compatibility on`,
  meant,
});

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes the objects at a path; the value itself where it has none. */
function atPlace(
  value: unknown,
  [step, ...rest]: readonly string[],
  at: At,
  change: (fields: Fields, at: At) => Fields,
): unknown {
  if (step === undefined) return isFields(value) ? change(value, at) : value;
  const below = (one: unknown, name: string | number) =>
    atPlace(one, rest, () => pointerTo(at(), name), change);
  if (step === '*') {
    if (!Array.isArray(value)) return value;
    const all = value.map(below);
    return all.every((one, place) => one === value[place]) ? value : all;
  }
  if (!isFields(value) || value[step] === undefined) return value;
  const before = value[step];
  const after = below(before, step);
  return after === before ? value : { ...value, [step]: after };
}

/** Ours win where both are there. */
const renamed = (fields: Fields, names: Names): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !Object.hasOwn(names, name) || fields[names[name]!] === undefined)
      .map(([name, value]) => [Object.hasOwn(names, name) ? names[name]! : name, value]),
  );

const without = (fields: Fields, values: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => values[name] !== value));

function identifierType(query: Fields, isCompatible: boolean): Fields {
  const { cuidType } = query;
  const isOriginal =
    typeof cuidType === 'string' && Object.hasOwn(originalIdentifierTypes, cuidType);
  return isCompatible && isOriginal
    ? { ...query, cuidType: originalIdentifierTypes[cuidType] }
    : query;
}
