// What a variation begins with: the defaults of a template's schema.

type Members = Readonly<Record<string, unknown>>;

/** References are written out so often at most: a schema may refer to itself. */
const depthMax = 20;

/**
 * The payload that the defaults of a schema make. An object has the members that have a default, or
 * that are required; a switch is off, a list empty, and a text, a number or a choice is left out.
 */
export function payloadToBeginWith(schema: unknown): unknown {
  return begun(schema, schema, depthMax);
}

function begun(schema: unknown, root: unknown, depth: number): unknown {
  if (!isMembers(schema) || depth === 0) return undefined;
  const { $ref, properties, required, type } = schema;
  if (schema['default'] !== undefined) return schema['default'];
  if ('const' in schema) return schema['const'];
  if (typeof $ref === 'string') return begun(placeIn(root, $ref), root, depth - 1);
  if (type === 'boolean') return false;
  if (type === 'array') return [];
  if (type !== 'object' && !isMembers(properties)) return undefined;
  const needed = new Set(Array.isArray(required) ? required : []);
  const members = Object.entries(isMembers(properties) ? properties : {}).flatMap(([name, one]) => {
    const value = begun(one, root, depth - 1);
    const isBare = isMembers(value) && Object.keys(value).length === 0;
    return value === undefined || (isBare && !needed.has(name)) ? [] : [[name, value] as const];
  });
  return Object.fromEntries(members);
}

function placeIn(root: unknown, ref: string): unknown {
  if (!ref.startsWith('#/')) return undefined;
  return ref
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (at, name) => (isMembers(at) && Object.hasOwn(at, name) ? at[name] : undefined),
      root,
    );
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
