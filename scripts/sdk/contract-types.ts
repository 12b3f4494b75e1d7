// The client's view of the contract, written out: for each endpoint what it takes and answers.
import { api, type Endpoint, openApiDocument } from '@attune/contract';
import { commentOf, type Schema, typeOf } from './schema-types.ts';

interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly { readonly $ref: string }[];
  readonly requestBody?: Carrier;
  readonly responses: Readonly<Record<string, Carrier>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}

interface Carrier {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

/** A module that takes the place of packages/sdk/src/contract.ts, and imports nothing. */
export function contractTypes(): string {
  // As JSON: the schema library's own marks are gone.
  const document: Document = JSON.parse(JSON.stringify(openApiDocument()));
  const components = Object.entries(document.components.schemas).map(([name, schema]) =>
    declaration(name, schema),
  );
  /** Of schemas, as JSON, that were declared already. */
  const named = new Map<string, string>();
  const parts = Object.entries<Endpoint>(api).map(([name, endpoint]) =>
    partsOf(name, endpoint, document, named),
  );
  return [
    '// Generated from the contract: what each endpoint takes and answers.\n',
    ...components,
    ...parts.flatMap(({ declarations }) => declarations),
    `/** Every endpoint by its name. */\nexport interface Api {\n${parts
      .map(({ member }) => member)
      .join('')}}\n`,
  ].join('\n');
}

function partsOf(
  name: string,
  endpoint: Endpoint,
  { paths, components }: Document,
  named: Map<string, string>,
) {
  const { method, path, bodyForm = 'json' } = endpoint;
  const operation = paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the OpenAPI document`);
  const { summary, description, requestBody, responses } = operation;
  const parameters = (operation.parameters ?? []).map(
    ({ $ref }) => components.parameters[$ref.split('/').at(-1) ?? '']!,
  );
  const declarations: string[] = [];
  const refer = (part: string, schema: Schema | undefined) => {
    if (!schema) return 'undefined';
    if (schema.$ref) return typeOf(schema);
    const text = JSON.stringify(schema);
    const before = named.get(text);
    if (before) return before;
    const typeName = `${name[0]?.toUpperCase()}${name.slice(1)}${part}`;
    named.set(text, typeName);
    declarations.push(declaration(typeName, schema));
    return typeName;
  };
  const place = (where: string) => parametersIn(parameters, where);
  const success = responses['200'] ?? responses['201'] ?? responses['202'];
  const members = {
    method: JSON.stringify(method),
    path: JSON.stringify(path),
    params: refer('Params', place('path')),
    query: refer('Query', place('query')),
    headers: refer('Headers', place('header')),
    body: refer('Body', bodyForm === 'bytes' ? undefined : jsonOf(requestBody)),
    bodyForm: JSON.stringify(bodyForm),
    answer: refer('Answer', jsonOf(success)),
  };
  const lines = Object.entries(members).map(([key, type]) => `    readonly ${key}: ${type};\n`);
  const comment = commentOf({ description: `${summary}. ${description ?? ''}`.trim() }, '  ');
  return { declarations, member: `${comment}  readonly ${name}: {\n${lines.join('')}  };\n` };
}

const jsonOf = (carrier: Carrier | undefined): Schema | undefined =>
  carrier?.content?.['application/json']?.schema;

function parametersIn(parameters: readonly Parameter[], where: string): Schema | undefined {
  const those = parameters.filter((one) => one.in === where);
  if (those.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(those.map(({ name, schema }) => [name, schema])),
    required: those.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** An interface where it can be one: editors show its name rather than all of it. */
function declaration(name: string, schema: Schema): string {
  const type = typeOf(schema);
  const isInterface = schema.type === 'object' && type.startsWith('{');
  const declared = isInterface ? `interface ${name} ${type}\n` : `type ${name} = ${type};\n`;
  return `${commentOf(schema)}export ${declared}`;
}
