// Schemas with a name of their own in `openapi.json`, and so in clients that are generated from it.
import Type, { type Static, type TSchema, type TUnsafe } from 'typebox';

const known = new Map<string, TSchema>();

/** Gives a schema its name. Throws for a name that another schema has. */
export function named<S extends TSchema>(name: string, schema: S): S {
  const text = JSON.stringify(schema);
  const other = known.get(name);
  if (other && JSON.stringify(other) !== text) throw new Error(`two schemas are named ${name}`);
  known.set(name, schema);
  return schema;
}

/** All that are named, in the order of their names. */
export const namedSchemas = (): readonly (readonly [name: string, schema: TSchema])[] =>
  [...known].sort(([one], [other]) => (one < other ? -1 : 1));

const documents = new WeakMap<object, TSchema>();

/**
 * A schema that the server checks, while documents and clients show another: for what is taken in
 * more forms than it is worth to tell. It is to be the outermost: what is made of it is another.
 */
export function documentedAs<S extends TSchema>(check: S, shown: TSchema): S {
  documents.set(check, shown);
  return check;
}

/**
 * Any JSON to the server's check of the body: for what is read part by part, each with errors of
 * its own, so that one bad part does not cost the rest.
 */
export const readInParts = <S extends TSchema>(schema: S): TUnsafe<Static<S>> =>
  documentedAs(Type.Unsafe<Static<S>>({}), schema);

/** The same, of rows that are rejected one by one, also for a number that would be rounded. */
export const readAsRow = <S extends TSchema>(schema: S): TUnsafe<Static<S>> =>
  documentedAs(Type.Unsafe<Static<S>>({ 'x-as-written': 'numbers' }), schema);

/** The schema that is shown instead of one. */
export const shownFor = (schema: object): TSchema | undefined => documents.get(schema);
