// JSON as text, with what no JavaScript value can say: huge numbers, names that stand twice.

/** Text that stands in a document as it is, whether it is JSON or not. */
export class Verbatim {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An object as its members in order, so that any name may stand in it, and twice. */
export class Members {
  readonly list: [name: string, value: unknown][];

  constructor(list: [name: string, value: unknown][]) {
    this.list = list;
  }
}

/** Writes a value; what has no JSON form (undefined) is left out of objects, and null in lists. */
export function toJsonText(value: unknown): string {
  if (value instanceof Verbatim) return value.text;
  if (value instanceof Members) {
    const members = value.list.filter(([, member]) => member !== undefined);
    const texts = members.map(([name, member]) => `${JSON.stringify(name)}:${toJsonText(member)}`);
    return `{${texts.join(',')}}`;
  }
  if (Array.isArray(value)) return `[${value.map(toJsonText).join(',')}]`;
  return JSON.stringify(value) ?? 'null';
}

/** A plain value with its objects as members. */
export function toMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toMembers);
  if (typeof value !== 'object' || value === null || value instanceof Verbatim) return value;
  if (value instanceof Members) return value;
  return new Members(Object.entries(value).map(([name, member]) => [name, toMembers(member)]));
}
