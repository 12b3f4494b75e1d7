// The view of a template: HTML with placeholders, which only ever become escaped text.

/** What a view refers to: names from the outside in; none: the entry itself (`.`). */
type Path = readonly string[];

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly path: Path }
  | {
      readonly kind: 'section';
      readonly path: Path;
      /** Shown where there is nothing, instead of where there is something. */
      readonly isInverted: boolean;
      readonly parts: Part[];
    };

export interface View {
  /** What is filled in, outside of sections: names of the payload's own members. */
  readonly names: readonly string[];
  /** The HTML for a payload. */
  readonly render: (data: unknown) => string;
}

export interface ViewFault {
  readonly line: number;
  readonly detail: string;
}

/** Sections within sections. */
const depthMax = 10;

/** Reads a view; its fault where it has one. */
export function parseView(text: string): View | ViewFault {
  const root: Part[] = [];
  const open: { readonly name: string; readonly line: number; readonly parts: Part[] }[] = [];
  let at = 0;
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  while (at < text.length) {
    const parts = open.at(-1)?.parts ?? root;
    const start = text.indexOf('{{', at);
    if (start < 0) {
      parts.push({ kind: 'text', text: text.slice(at) });
      break;
    }
    if (start > at) parts.push({ kind: 'text', text: text.slice(at, start) });
    const line = lineOf(start);
    const end = text.indexOf('}}', start);
    if (end < 0) return { line, detail: 'has {{ without }}' };
    const tag = readTag(text.slice(start + 2, end));
    if ('detail' in tag) return { line, detail: tag.detail };
    at = end + 2;
    const { sign, name, path } = tag;
    if (sign === '') parts.push({ kind: 'value', path });
    else if (sign === '/') {
      const section = open.pop();
      if (section?.name !== name) return { line, detail: `has {{/${name}}} where nothing is open` };
    } else {
      if (open.length === depthMax) return { line, detail: `has sections ${depthMax + 1} deep` };
      const inner: Part[] = [];
      parts.push({ kind: 'section', path, isInverted: sign === '^', parts: inner });
      open.push({ name, line, parts: inner });
    }
  }
  const left = open.at(-1);
  if (left) return { line: left.line, detail: `has {{#${left.name}}} without {{/${left.name}}}` };
  return {
    names: [...new Set(root.flatMap((part) => ('path' in part ? part.path.slice(0, 1) : [])))],
    render: (data) => rendered(root, [data]),
  };
}

/** Names may hold whatever JSON names hold but for these: they make a tag. */
const notInNames = /[\s{}#^/&!>=]/u;

function readTag(text: string) {
  const tag = text.trim();
  const sign = '#^/'.includes(tag.charAt(0)) ? tag.charAt(0) : '';
  const name = tag.slice(sign.length).trim();
  const path = name === '.' ? [] : name.split('.');
  if (path.some((step) => step === '' || notInNames.test(step))) {
    const shown = `{{${text.slice(0, 40)}}}`;
    return {
      detail: `has ${shown}; it takes {{name}}, {{name.inner}}, {{#name}}, {{^name}} and {{/name}}`,
    };
  }
  return { sign, name, path };
}

function rendered(parts: readonly Part[], scopes: readonly unknown[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      const value = found(part.path, scopes);
      if (part.kind === 'value') return escaped(value);
      const isThere = isShown(value);
      if (part.isInverted) return isThere ? '' : rendered(part.parts, scopes);
      if (!isThere) return '';
      const entries = Array.isArray(value) ? value : [value];
      return entries.map((entry) => rendered(part.parts, [...scopes, entry])).join('');
    })
    .join('');
}

/** The innermost scope that has the first name decides. */
function found(path: Path, scopes: readonly unknown[]): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return scopes.at(-1);
  const scope = scopes.findLast((one) => has(one, first));
  return rest.reduce<unknown>(memberOf, memberOf(scope, first));
}

const has = (value: unknown, name: string): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name);

const memberOf = (value: unknown, name: string) => (has(value, name) ? value[name] : undefined);

const isShown = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : Boolean(value) || value === 0;

const entities: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '`': '&#96;' },
};

function escaped(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replaceAll(/[&<>"'`]/g, (character) => entities[character] ?? '');
}
