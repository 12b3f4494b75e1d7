// Identifiers of a request, put into their one form before anything looks at them.
import { identifierForm, type Places } from '@attune/core';
import type { TSchema } from 'typebox';
import { type PlacedSchema, placesOf } from './places.ts';

/** Makes what puts the identifiers of a value into their form, in place, as its schema says. */
export function formingOf(schema: TSchema | undefined): (value: unknown) => void {
  const places = schema && placesOf(schema as PlacedSchema, (one) => one['x-identifier'] === true);
  if (places === undefined || places === true) return () => undefined;
  return (value) => form(value, places);
}

function form(value: unknown, places: Places): void {
  if (typeof value !== 'object' || value === null) return;
  const members = value as Record<string, unknown>;
  for (const name in places) {
    const place = places[name]!;
    if (name !== '*') formMember(members, name, place);
    else for (const one of Object.keys(members)) formMember(members, one, place);
  }
}

function formMember(members: Record<string, unknown>, name: string, place: Places | true): void {
  if (!Object.hasOwn(members, name)) return;
  const member = members[name];
  if (place !== true) form(member, place);
  // Blanks alone stay: what reads them says that they name nobody.
  else if (typeof member === 'string') members[name] = identifierForm(member) || member;
}
