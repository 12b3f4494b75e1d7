// What a request had of the attributes whose values are worth offering to authors of conditions.
import { LazyAttributes, parsePath } from '@attune/core';

/** Attributes that have few values on a site, and none that tell of one person. */
const paths = [
  ...['geo.country', 'geo.region', 'geo.city', 'device.browser', 'device.os', 'page.locale'],
  ...['page.query.utm_source', 'page.query.utm_medium', 'page.query.utm_campaign'],
];

/** Those that a request has, by their paths. */
export function factsOf(attributes: LazyAttributes): Readonly<Record<string, string>> {
  const found = paths.flatMap((path): [string, string][] => {
    const value = parsePath(path).reduce<unknown>(memberOf, attributes);
    return typeof value === 'string' && value !== '' ? [[path, value]] : [];
  });
  return Object.fromEntries(found);
}

function memberOf(of: unknown, name: string): unknown {
  if (of instanceof LazyAttributes) return of.read(name);
  if (typeof of !== 'object' || of === null || !Object.hasOwn(of, name)) return undefined;
  return (of as Record<string, unknown>)[name];
}
