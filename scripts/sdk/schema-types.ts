// JSON Schema as TypeScript, with descriptions as doc comments: what an editor shows and completes.

export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly not?: Schema;
  readonly items?: Schema | readonly Schema[];
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly $ref?: string;
}

const mostColumns = 100;

/** The type of a schema; objects spread over lines, indented below `indent`. */
export function typeOf(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'unknown';
  // What nothing may be there for.
  if (schema.not && Object.keys(schema.not).length === 0) return 'never';
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return unionOf(schema.enum.map((value) => JSON.stringify(value)));
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return unionOf(alternatives.map((one) => typeOf(one, indent)));
  if (schema.allOf) return schema.allOf.map((one) => `(${typeOf(one, indent)})`).join(' & ');
  if (Array.isArray(schema.type)) {
    return unionOf(schema.type.map((type) => typeOf({ ...schema, type }, indent)));
  }
  if (schema.type === 'array') return arrayOf(schema, indent);
  if (schema.type === 'object') return objectOf(schema, indent);
  return (
    { string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' }[
      String(schema.type)
    ] ?? 'unknown'
  );
}

function unionOf(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  return distinct.includes('unknown') ? 'unknown' : distinct.join(' | ');
}

function arrayOf({ items, prefixItems }: Schema, indent: string): string {
  const tuple = prefixItems ?? (Array.isArray(items) ? (items as readonly Schema[]) : undefined);
  if (tuple) return `readonly [${tuple.map((one) => typeOf(one, indent)).join(', ')}]`;
  const item = items ? typeOf(items as Schema, indent) : 'unknown';
  return /^[\w.]+$/.test(item) ? `readonly ${item}[]` : `ReadonlyArray<${item}>`;
}

function objectOf(schema: Schema, indent: string): string {
  const { properties = {}, required = [], patternProperties = {}, additionalProperties } = schema;
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, of]) => {
    const mark = required.includes(name) ? '' : '?';
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const type = typeOf(of, inner);
    const optional = mark && type !== 'unknown' ? ' | undefined' : '';
    return `${commentOf(of, inner)}${inner}readonly ${key}${mark}: ${type}${optional};\n`;
  });
  const rest = Object.values(patternProperties);
  if (typeof additionalProperties === 'object') rest.push(additionalProperties);
  if (rest.length > 0 && members.length === 0) {
    return `Readonly<Record<string, ${unionOf(rest.map((one) => typeOf(one, indent)))}>>`;
  }
  if (rest.length > 0) members.push(`${inner}readonly [name: string]: unknown;\n`);
  if (members.length === 0) return 'Readonly<Record<string, unknown>>';
  return `{\n${members.join('')}${indent}}`;
}

/** What is said of a schema, as a doc comment; '' where nothing is. */
export function commentOf({ description, examples = [] }: Schema, indent = ''): string {
  const text = [
    ...(description ? [description] : []),
    ...examples.map((example) => `@example ${JSON.stringify(example)}`),
  ];
  if (text.length === 0) return '';
  const lines = text.flatMap((part) => wrapped(part.replaceAll('*/', '* /'), indent));
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

function wrapped(text: string, indent: string): string[] {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) as string;
    const isFull = indent.length + 3 + line.length + 1 + word.length > mostColumns;
    if (line === '') lines[lines.length - 1] = word;
    else if (isFull) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
