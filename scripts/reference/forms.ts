// What a schema takes, in a few words.

/** What is read of a schema. */
interface Stated {
  readonly type?: string;
  readonly anyOf?: readonly Stated[];
  readonly enum?: readonly string[];
  readonly items?: Stated;
  readonly properties?: Readonly<Record<string, Stated>>;
  readonly required?: readonly string[];
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
}

const usualText = 1_000;
const counted = (number: number) => number.toLocaleString('en-US');

/** `list of up to 30 texts`. */
export function formOf(schema: object): string {
  return words(schema as Stated);
}

/** May a property be left out? */
export const isOptional = (schema: object): boolean => '~optional' in schema;

function words(schema: Stated): string {
  if (schema.enum) return schema.enum.map((one) => `\`${one}\``).join(' or ');
  if (schema.anyOf) return schema.anyOf.map(words).join(', or ');
  switch (schema.type) {
    case 'string':
      return textOf(schema.maxLength);
    case 'number':
    case 'integer':
      return schema.minimum === undefined ? 'number' : `number from ${counted(schema.minimum)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return listOf(schema);
    case 'object':
      return membersOf(schema);
    default:
      return 'any JSON';
  }
}

/** A text has up to 1,000 characters where nothing else is said. */
const textOf = (most = usualText) =>
  most === usualText ? 'text' : `text of up to ${counted(most)} characters`;

function listOf({ items = {}, maxItems }: Stated): string {
  const bound = maxItems === undefined ? '' : `up to ${counted(maxItems)} `;
  return items.type === 'string' ? `list of ${bound}texts` : `list of ${bound}of ${words(items)}`;
}

function membersOf({ properties = {}, required = [] }: Stated): string {
  const names = Object.keys(properties).map((one) => (required.includes(one) ? one : `${one}?`));
  return `\`{ ${names.join(', ')} }\``;
}
