// The columns of a file that may be one of ours, those within its objects and lists among them.
import { describeFileColumns, type FileColumn } from './file-columns.ts';
import { isJsonObject } from './json.ts';
import { bareName, pathOf } from './mapping-file.ts';

/** A column, or a member of the objects in one. */
export interface Candidate extends FileColumn {
  /** Where a mapping finds it: of XML, a list of one element is that element. */
  readonly paths: readonly string[];
  /** The names that lead to it: of a column its own. */
  readonly names: readonly string[];
  /** Does it stand in the elements of a list? */
  readonly isListed: boolean;
  /** Does the file name it in a cell, as it names a column? */
  readonly isNamed: boolean;
}

/** A list of names and values, such as attributes by their codes. */
export interface NamedValues {
  readonly path: string;
  readonly name: string;
  readonly value: string;
}

type Row = Readonly<Record<string, unknown>>;

interface Place {
  readonly path: string;
  readonly names: readonly string[];
  readonly isListed: boolean;
  readonly isNamed: boolean;
}

const depthMax = 4;
const placesMax = 300;
const elementsMax = 50;

/** What members are called that name the value beside them. */
const namings = ['attribute_code', 'attributecode', 'code', 'key', 'name', 'label'];

const alone = { isListed: false, isNamed: false };

/** All that may be one of our columns. */
export function candidateColumns(
  columns: readonly FileColumn[],
  rows: readonly unknown[],
): Candidate[] {
  const own = columns.map((one) => ({
    ...{ ...one, paths: [pathOf(one.column)], names: [one.column], ...alone },
  }));
  const places = new Map<string, Place>();
  const flat = rows.filter(isJsonObject).map((row) => flattened(row, places));
  if (places.size === 0) return own;
  const nested = describeFileColumns(flat).flatMap((one) => {
    const place = places.get(one.column);
    return place ? [{ ...one, ...place, paths: [place.path] }] : [];
  });
  const isNested = (column: string) => nested.some(({ names }) => names[0] === column);
  return [...own.filter(({ column }) => !isNested(column)), ...joined(nested)];
}

/** What stands in a list here and alone there is one candidate. */
function joined(nested: readonly Candidate[]): Candidate[] {
  const byNames = new Map<string, Candidate>();
  for (const one of nested) {
    const key = JSON.stringify(one.names);
    const other = byNames.get(key);
    if (!other) byNames.set(key, one);
    else {
      const paths = [...other.paths, ...one.paths];
      const isListed = other.isListed || one.isListed;
      byNames.set(key, { ...other, paths, isListed, filled: other.filled + one.filled });
    }
  }
  return [...byNames.values()];
}

/** The first lists of a file whose elements are a name and its value each. */
export function namedValues(rows: readonly unknown[]): NamedValues[] {
  const found = new Map<string, NamedValues>();
  for (const row of rows) {
    if (!isJsonObject(row)) continue;
    for (const [column, value] of Object.entries(row)) {
      const name = namingOf(value);
      if (name === undefined || found.has(column)) continue;
      found.set(column, { path: pathOf(column), name, value: 'value' });
    }
  }
  return [...found.values()];
}

function flattened(row: Row, places: Map<string, Place>): Row {
  const cells: Record<string, unknown> = {};
  const note = (place: Place, value: unknown) => {
    if (!places.has(place.path) && places.size >= placesMax) return;
    if (place.names.length === 1) return;
    places.set(place.path, place);
    cells[place.path] ??= value;
  };
  for (const [column, value] of Object.entries(row)) {
    visit({ path: pathOf(column), names: [column], ...alone }, value, note);
  }
  return cells;
}

function visit(place: Place, value: unknown, note: (place: Place, value: unknown) => void): void {
  if (place.names.length > depthMax) return;
  if (isJsonObject(value)) {
    for (const [name, one] of Object.entries(value)) visit(within(place, name), one, note);
  } else if (Array.isArray(value) && value.some(isJsonObject)) {
    const name = namingOf(value);
    for (const element of value.slice(0, elementsMax)) {
      if (!isJsonObject(element)) continue;
      if (name !== undefined) visit(named(place, name, element), element['value'], note);
      else if (!place.isListed) {
        const each = { ...place, path: `${place.path}[]`, isListed: true };
        visit(each, element, note);
      }
    }
  } else if (value !== null && value !== '') note(place, value);
}

const within = (place: Place, name: string): Place => ({
  ...place,
  path: pathWithin(place.path, pathOf(name)),
  names: [...place.names, name],
});

const named = (place: Place, name: string, element: Row): Place => ({
  ...{ ...place, isNamed: true },
  path: `${place.path}[${name}=${element[name]}].value`,
  names: [...place.names, String(element[name])],
});

/** How a path leads on from another. */
export const pathWithin = (outer: string, inner: string) =>
  inner.startsWith('[') ? `${outer}${inner}` : `${outer}.${inner}`;

/** Under which member the elements of a list have their names, if each has a value by it. */
function namingOf(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const elements = value.filter(isJsonObject);
  if (elements.length < value.length || !elements.every((one) => 'value' in one)) return undefined;
  return Object.keys(elements[0]!).find((name) => {
    if (!namings.includes(name.toLowerCase())) return false;
    const texts = elements.map((one) => one[name]);
    const areNames = texts.every((text) => typeof text === 'string' && /^[^\]="]+$/.test(text));
    return areNames && new Set(texts).size === texts.length;
  });
}

/** Members that say which of them an object is, or what it looks like, and no more. */
const general = new Set(
  `name title label value amount url href src path file text code id type key status position
    description format width height alt gross current`.split(/\s+/),
);

/** Members that stand for their object, the likeliest first, by what the column is read as. */
const standing: Readonly<Record<string, readonly string[]>> = {
  url: ['url', 'href', 'src', 'file', 'path'],
  price: ['value', 'amount', 'gross', 'current'],
  list: ['name', 'title', 'label', 'value', 'code', 'id'],
  string: ['name', 'title', 'label', 'value', 'code'],
};

/** What of our columns may be many. */
const many = new Set(['image_url', 'additional_image_urls', 'categories', 'keywords']);

/** The names that a candidate goes by for one of our columns, the likeliest first. */
export function namesFor(
  column: string,
  as: string | undefined,
  { names, isListed, isNamed }: Candidate,
): readonly string[] {
  const [name = '', outer] = [names.at(-1), names.at(-2)];
  if (outer === undefined || isNamed) return [name];
  if (isListed && !many.has(column)) return [];
  const leaf = bareName(name);
  const stands = (standing[as ?? ''] ?? []).includes(leaf);
  return [
    ...(stands ? [outer] : []),
    ...(general.has(leaf) ? [`${outer} ${name}`] : [name, `${outer} ${name}`]),
  ];
}

/** How well a member stands for its object; less is better. */
export const distanceOf = (as: string | undefined, { names, isNamed }: Candidate): number =>
  names.length < 2 || isNamed ? 0 : 1 + (standing[as ?? ''] ?? []).indexOf(bareName(names.at(-1)!));
