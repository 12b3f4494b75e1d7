// Says where in a JSON value a pointer leads, in words that count from 1.

/**
 * The place of a pointer (RFC 6901) in a value: what has a name is called by it, other entries of
 * lists by their number from 1. `/experiences/0/variations/1/weight` as "Men › Control › weight".
 */
export function placeOf(value: unknown, pointer: string): string {
  const said: string[] = [];
  let at = value;
  for (const escaped of pointer.split('/').slice(1)) {
    const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    const isEntry = Array.isArray(at);
    at = memberOf(at, name);
    const called = isEntry ? memberOf(at, 'name') : undefined;
    // What is named needs no word for its list.
    if (typeof called === 'string') said.splice(-1, 1, called);
    else said.push(isEntry ? String(Number(name) + 1) : name);
  }
  return said.join(' › ');
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
