// Where a body's JSON, or its numbers, are kept as they are written: as its schema says.
import type { Places } from '@attune/core';
import type { TSchema } from 'typebox';
import { type PlacedSchema, placesOf } from './places.ts';

interface Written {
  readonly places: Places | true | undefined;
  /** Is any JSON kept, and not only numbers that would be rounded? */
  readonly hasJson: boolean;
}

const known = new WeakMap<TSchema, Written>();

/** The places of a schema where anything is kept as it is written. */
export function writtenIn(schema: TSchema): Written {
  const found = known.get(schema);
  if (found) return found;
  const kept = new Set<unknown>();
  const places = placesOf(schema as PlacedSchema, ({ 'x-as-written': what }) => {
    if (what !== undefined) kept.add(what);
    return what !== undefined;
  });
  const written = { places, hasJson: kept.has('json') };
  known.set(schema, written);
  return written;
}
