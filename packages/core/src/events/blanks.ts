// What pages send for nothing: a null, empty text.

/**
 * The same JSON without members that are null or empty text, and without such elements of lists, as
 * far down as `depth` levels; deeper ones stay as they are. Itself where there is none.
 */
export function withoutBlanks(value: unknown, depth: number): unknown {
  return hasBlanks(value, depth) ? copyWithout(value, depth) : value;
}

function hasBlanks(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  for (const one of Array.isArray(value) ? value : Object.values(value)) {
    if (!isPresent(one) || hasBlanks(one, depth - 1)) return true;
  }
  return false;
}

function copyWithout(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth === 0) return value;
  const below = (one: unknown) => copyWithout(one, depth - 1);
  if (Array.isArray(value)) return value.filter(isPresent).map(below);
  const members = Object.entries(value).filter(([, one]) => isPresent(one));
  return Object.fromEntries(members.map(([name, one]) => [name, below(one)]));
}

const isPresent = (value: unknown) => value !== null && value !== '' && value !== undefined;
