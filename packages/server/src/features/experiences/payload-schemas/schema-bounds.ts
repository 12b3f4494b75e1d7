// What of JSON Schema 2020-12 a teammate may write: whatever can be checked in bounded time.
import type { CampaignInput, Fault } from '@attune/contract';
import { patternFault, pointerTo } from '@attune/core';

export type PayloadSchema = NonNullable<CampaignInput['payloadSchema']>;
type Members = Readonly<Record<string, unknown>>;

const textMax = 65_536;
/** Most places of a schema, with what it refers to written out. */
const placesMax = 5_000;
const dialect = /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;

/** Keywords by their kind of value. */
const oneSchema = new Set([
  ...['not', 'if', 'then', 'else', 'items', 'contains', 'additionalProperties', 'propertyNames'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'contentSchema'],
]);
const listOfSchemas = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const mapOfSchemas = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
/** They make what a reference means depend on where it is read from. */
const refused = new Set([
  ...['$id', '$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveRef', '$vocabulary'],
]);

/**
 * Everything that forbids the use of a schema. `form` has the errors of the meta-schema. References
 * lead to a place in the same schema, and never back to where they stand, so that checking a
 * payload takes at most as many steps as schema and payload have places, multiplied.
 */
export function validateSchema(
  schema: PayloadSchema,
  form: (schema: PayloadSchema) => Fault[],
): Fault[] {
  if (JSON.stringify(schema).length > textMax) {
    return [{ pointer: '', detail: `must have at most ${textMax} characters as JSON` }];
  }
  const { $schema } = schema;
  if ($schema !== undefined && !dialect.test(String($schema))) {
    return [{ pointer: '/$schema', detail: 'must be JSON Schema 2020-12, or be left out' }];
  }
  const malformed = form(schema);
  if (malformed.length > 0) return malformed;
  const unusable = validateKeywords(schema, '');
  if (unusable.length > 0) return unusable;
  return placesOf(schema) > placesMax
    ? [{ pointer: '', detail: `has more than ${placesMax} places, or refers to itself` }]
    : [];
}

/** The schemas right within a schema, each with its pointer from there. */
function* within(schema: Members): Generator<readonly [pointer: string, schema: unknown]> {
  for (const [keyword, value] of Object.entries(schema)) {
    if (oneSchema.has(keyword)) yield [`/${keyword}`, value];
    const isMany = listOfSchemas.has(keyword) || mapOfSchemas.has(keyword);
    if (!isMany || typeof value !== 'object' || value === null) continue;
    for (const [name, one] of Object.entries(value)) {
      yield [pointerTo(`/${keyword}`, name), one];
    }
  }
}

function validateKeywords(schema: unknown, pointer: string): Fault[] {
  if (!isMembers(schema)) return [];
  const { pattern, patternProperties } = schema;
  const patterns = [
    ...(typeof pattern === 'string' ? [[pattern, '/pattern'] as const] : []),
    ...Object.keys(isMembers(patternProperties) ? patternProperties : {}).map(
      (source) => [source, '/patternProperties'] as const,
    ),
  ];
  return [
    ...Object.keys(schema)
      .filter((keyword) => refused.has(keyword))
      .map((keyword) => ({
        pointer: pointerTo(pointer, keyword),
        detail: 'is not supported here',
      })),
    ...patterns.flatMap(([source, at]) => {
      const detail = patternFault(source, '');
      return detail === undefined ? [] : [{ pointer: `${pointer}${at}`, detail }];
    }),
    ...[...within(schema)].flatMap(([at, one]) => validateKeywords(one, `${pointer}${at}`)),
  ];
}

/** How many places a schema has with its references written out; infinite where one leads back. */
function placesOf(root: PayloadSchema): number {
  const known = new Map<string, number>();
  const counted = (schema: unknown): number => {
    if (!isMembers(schema)) return 1;
    const { $ref, $defs: _defs, ...rest } = schema;
    const referred = typeof $ref === 'string' ? target($ref) : 0;
    const own = nodesOf(Object.entries(rest).filter(([name]) => !holdsSchemas(name)));
    const inner = [...within(rest)].map(([, one]) => counted(one));
    return inner.reduce((sum, count) => sum + count, own + referred);
  };
  const target = ($ref: string): number => {
    const before = known.get($ref);
    if (before !== undefined) return before;
    known.set($ref, Number.POSITIVE_INFINITY);
    const found = resolve(root, $ref);
    const count = found === undefined ? Number.POSITIVE_INFINITY : counted(found);
    known.set($ref, count);
    return count;
  };
  return counted(root);
}

const holdsSchemas = (keyword: string) =>
  oneSchema.has(keyword) || listOfSchemas.has(keyword) || mapOfSchemas.has(keyword);

function resolve(root: unknown, ref: string): unknown {
  if (!ref.startsWith('#/')) return undefined;
  const steps = ref.slice(2).split('/');
  return steps.reduce<unknown>((at, step) => {
    const name = decoded(step);
    return typeof at === 'object' && at !== null && Object.hasOwn(at, name)
      ? (at as Members)[name]
      : undefined;
  }, root);
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}

/** How many steps checking a payload takes at most, by its places; `uniqueItems` compares pairs. */
export function workOf(schema: PayloadSchema): (data: unknown) => number {
  const places = placesOf(schema);
  const comparesPairs = JSON.stringify(schema).includes('"uniqueItems":true');
  return (data) => places * nodesOf(data) ** (comparesPairs ? 2 : 1);
}

function nodesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, one) => sum + nodesOf(one), 1);
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
