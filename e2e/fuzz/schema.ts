// Valid values of a schema of the contract, whatever the schema: new endpoints need nothing here.
import fc from 'fast-check';

/** What the schemas of the contract consist of; another keyword is an error, not a guess. */
interface Schema {
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Arbitraries for values whose schema does not say enough, by the name of their member. */
export type Known = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Values that the schema accepts; `known` are preferred where they stand. */
export function valuesOf(json: object, known: Known): fc.Arbitrary<unknown> {
  const schema = json as Schema;
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valuesOf(one, known)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case 'object':
      return schema.patternProperties ? recordsOf(schema, known) : objectsOf(schema, known);
    case 'array':
      return listsOf(schema, known);
    case 'string':
      return textsOf(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 1_000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case undefined:
      return fc.jsonValue({ maxDepth: 2 });
    default:
      throw new Error(`schema.ts does not know the type ${schema.type}`);
  }
}

function objectsOf({ properties = {}, required = [] }: Schema, known: Known) {
  const members = Object.entries(properties).map(([name, schema]) => {
    const values = valuesOf(schema, known);
    const preferred = known[name];
    const arbitrary = preferred
      ? fc.oneof({ weight: 6, arbitrary: preferred }, { weight: 1, arbitrary: values })
      : values;
    return [name, arbitrary] as const;
  });
  return fc.record(Object.fromEntries(members), {
    requiredKeys: [...required],
    noNullPrototype: true,
  });
}

function recordsOf({ patternProperties = {} }: Schema, known: Known) {
  const [schema = {}] = Object.values(patternProperties);
  return fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), valuesOf(schema, known), {
    maxKeys: 3,
    noNullPrototype: true,
  });
}

function listsOf({ items = {}, minItems = 0, maxItems = 3, uniqueItems }: Schema, known: Known) {
  const size = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 3)) };
  const values = valuesOf(items, known);
  if (uniqueItems) return fc.uniqueArray(values, { ...size, selector: JSON.stringify });
  return fc.array(values, size);
}

function textsOf({ pattern, minLength = 0, maxLength = 60 }: Schema) {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const unit = 'grapheme';
  return fc.string({ unit, minLength, maxLength: Math.max(minLength, Math.min(maxLength, 30)) });
}
