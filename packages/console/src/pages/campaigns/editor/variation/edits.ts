// What a form changed, put back into the JSON as it was written: nothing else of it moves.

type Members = Readonly<Record<string, unknown>>;

/** JSON as forms hold it: numbers are JavaScript's. */
export const plainOf = (written: unknown): unknown => JSON.parse(JSON.stringify(written));

/**
 * `written` with what differs between `before`, the plain form of it, and `after`. What did not
 * change keeps its text and its place; a member that is undefined goes.
 */
export function withEdits(written: unknown, before: unknown, after: unknown): unknown {
  if (isSame(before, after)) return written;
  if (Array.isArray(written) && Array.isArray(before) && Array.isArray(after)) {
    return after.map((entry, at) => {
      const from = before.findIndex((one) => isSame(one, entry));
      return from >= 0 ? written[from] : withEdits(written[at], before[at], entry);
    });
  }
  if (!isMembers(written) || !isMembers(before) || !isMembers(after)) return after;
  const names = [...Object.keys(written), ...Object.keys(after)];
  return Object.fromEntries(
    [...new Set(names)]
      .filter((name) => after[name] !== undefined)
      .map((name) => [name, withEdits(written[name], before[name], after[name])]),
  );
}

const isSame = (one: unknown, other: unknown) =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** Members that a schema does not name, so that its form does not show them: `button.size`. */
export function membersBeyond(schema: unknown, data: unknown, at = ''): string[] {
  if (!isMembers(schema) || !isMembers(data) || !isMembers(schema['properties'])) return [];
  const { properties } = schema;
  return Object.entries(data).flatMap(([name, value]) =>
    Object.hasOwn(properties, name)
      ? membersBeyond(properties[name], value, `${at}${name}.`)
      : [`${at}${name}`],
  );
}

/** The value at a place of a payload, replaced. */
export function withValueAt(
  data: unknown,
  path: readonly (string | number)[],
  change: (value: unknown) => unknown,
): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return change(data);
  if (Array.isArray(data))
    return data.with(Number(first), withValueAt(data[Number(first)], rest, change));
  const members = isMembers(data) ? data : {};
  return { ...members, [first]: withValueAt(members[first], rest, change) };
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
