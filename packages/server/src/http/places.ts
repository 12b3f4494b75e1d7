// Where in a body something stands: as its schema says.
import type { Places } from '@attune/core';

/** What is looked through of a JSON Schema. */
export interface PlacedSchema {
  readonly properties?: Readonly<Record<string, PlacedSchema>>;
  readonly patternProperties?: Readonly<Record<string, PlacedSchema>>;
  readonly items?: PlacedSchema;
  readonly anyOf?: readonly PlacedSchema[];
  readonly [keyword: string]: unknown;
}

/** The places of what is meant; true: the value itself; undefined: there is none. */
export function placesOf(
  schema: PlacedSchema,
  isMeant: (schema: PlacedSchema) => boolean,
): Places | true | undefined {
  if (isMeant(schema)) return true;
  const { properties = {}, patternProperties = {}, items, anyOf = [] } = schema;
  const ofAny = [...Object.values(patternProperties), ...(items ? [items] : [])];
  const parts = [
    ...Object.entries(properties),
    ...ofAny.map((one): [string, PlacedSchema] => ['*', one]),
  ].flatMap(([name, one]) => {
    const places = placesOf(one, isMeant);
    return places === undefined ? [] : [{ [name]: places }];
  });
  const ofUnion = anyOf.map((one) => placesOf(one, isMeant));
  if (ofUnion.includes(true)) return true;
  const places: Places = Object.assign({}, ...parts, ...ofUnion);
  return Object.keys(places).length > 0 ? places : undefined;
}
