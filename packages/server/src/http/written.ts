// Where a body's JSON, or its numbers, are kept as they are written: as its schema says.
import type { Places } from '@attune/core';
import type { TSchema } from 'typebox';

interface Schema {
  /** All of its JSON, or only numbers that would be rounded, which are then read row by row. */
  readonly 'x-as-written'?: 'json' | 'numbers';
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

interface Written {
  readonly places: Places | true | undefined;
  /** Is any JSON kept, and not only numbers? */
  readonly hasJson: boolean;
}

const known = new WeakMap<TSchema, Written>();

/** The places of a schema where anything is kept as it is written. */
export function writtenIn(schema: TSchema): Written {
  const found = known.get(schema);
  if (found) return found;
  const kept = new Set<string>();
  const places = placesOf(schema as Schema, kept);
  const written = { places, hasJson: kept.has('json') };
  known.set(schema, written);
  return written;
}

function placesOf(schema: Schema, kept: Set<string>): Places | true | undefined {
  const { 'x-as-written': own, properties = {}, patternProperties = {}, items } = schema;
  if (own !== undefined) {
    kept.add(own);
    return true;
  }
  const ofAny = [...Object.values(patternProperties), ...(items ? [items] : [])];
  const parts = [
    ...Object.entries(properties),
    ...ofAny.map((one): [string, Schema] => ['*', one]),
  ].flatMap(([name, one]) => {
    const places = placesOf(one, kept);
    return places === undefined ? [] : [{ [name]: places }];
  });
  const ofUnion = (schema.anyOf ?? []).map((one) => placesOf(one, kept));
  if (ofUnion.includes(true)) return true;
  const places: Places = Object.assign({}, ...parts, ...ofUnion);
  return Object.keys(places).length > 0 ? places : undefined;
}
