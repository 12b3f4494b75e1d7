// The values of all affinity properties, so that one can be chosen without knowing its property.
import { formatPath } from '@attune/core';
import { type Field, fieldFor } from '../fields.ts';

export interface OfProperty {
  readonly group: string;
  readonly items: readonly string[];
}

/**
 * Values by property, the given one first: what was done to them (a signal) before what is liked.
 * A value that several properties have is listed under the first.
 */
export function valuesByProperty(
  fields: readonly Field[],
  property: string,
  signal?: string,
): readonly OfProperty[] {
  const properties = [...new Set([property, ...propertiesOf(fields)])];
  const listed = new Set<string>();
  return properties.flatMap((group): OfProperty[] => {
    const done = signal ? valuesAt(fields, formatPath(['activity', signal, group, '*', '*'])) : [];
    const liked = valuesAt(fields, formatPath(['affinity', group, '*', 'rank']));
    const items = [...new Set([...done, ...liked])].filter((value) => !listed.has(value));
    for (const value of items) listed.add(value);
    return items.length > 0 ? [{ group, items }] : [];
  });
}

/** The property that a value is of: the present one, unless only another one has such a value. */
export const propertyOfValue = (
  values: readonly OfProperty[],
  property: string,
  value: string,
): string => values.find(({ items }) => items.includes(value))?.group ?? property;

/** The property of tastes that a new row begins with. */
export function usualProperty(fields: readonly Field[]): string {
  const properties = propertiesOf(fields);
  return properties.includes(usual) ? usual : (properties[0] ?? usual);
}

const usual = 'categories';

const ofTaste = /^affinity\.((?:[^.\\]|\\.)+)\.\*\.rank$/;

/** The affinity properties of a site, the most frequent first. */
export const propertiesOf = (fields: readonly Field[]): readonly string[] =>
  fields.flatMap(({ path }) => {
    const property = ofTaste.exec(path)?.[1];
    return property === undefined ? [] : [property.replaceAll(/\\(.)/g, '$1')];
  });

/** What a value often is, where it is known. */
export const valuesAt = (fields: readonly Field[], path: string): readonly string[] =>
  fieldFor(fields, path)?.values ?? [];
