// From the rows of a file to rows that are one item each: folded, unfolded, joined, skipped.
import { isJsonObject } from './json.ts';
import type { Mapping } from './mapping.ts';
import { type Path, valueAt } from './mapping-path.ts';
import type { Fold, Parents, RowShape } from './mapping-rows.ts';
import type { Note } from './note.ts';
import { holds } from './row-condition.ts';
import { scalarText } from './scalar.ts';
import { fillTemplate } from './template.ts';

type Row = Readonly<Record<string, unknown>>;

/** What was collected of a whole file. */
export interface FoundParents {
  readonly rows: ReadonlyMap<string, Row>;
  /** Parents that rows name; only collected where they are no items. */
  readonly named: ReadonlySet<string>;
}

/** A row of the file with its number. */
export interface NumberedRow {
  readonly line: number;
  readonly row: unknown;
  readonly notes?: readonly Note[];
}

/** A row that is one item, or that is none. */
export type ShapedRow = NumberedRow | { readonly line: number; readonly skipped: true };

export interface RowShaper {
  readonly add: (row: NumberedRow) => readonly ShapedRow[];
  /** What is left at the end of the file. */
  readonly end: () => readonly ShapedRow[];
}

/** No product has as many; a file whose rows never end one is folded in pieces. */
const FOLDED_MAX = 5_000;
/** Each of them is kept in memory while the file is read. */
const PARENTS_MAX = 500_000;

/** Is each row of the file one item as it stands? */
export const isPlain = ({ fold, unfold, parents, skip }: RowShape) =>
  !fold && !unfold && !parents && skip.length === 0;

/** Shapes rows one after the other; `parents` were collected from the whole file. */
export function rowShaper(mapping: RowShape, parents?: FoundParents): RowShaper {
  let group: NumberedRow[] = [];
  const flush = () => {
    const folded = mapping.fold ? foldRows(mapping.fold, group) : group;
    group = [];
    return folded.flatMap((row) => finish(mapping, row, parents));
  };
  return {
    add: (row) => {
      if (!mapping.fold) return finish(mapping, row, parents);
      const isNew = group.length >= FOLDED_MAX || begins(mapping.fold, group[0]?.row, row.row);
      const done = isNew ? flush() : [];
      group.push(row);
      return done;
    },
    end: flush,
  };
}

function begins({ by, starts }: Fold, first: unknown, row: unknown): boolean {
  if (starts) return holds(starts, row);
  const key = textAt(row, by ?? []);
  return key === undefined || key !== textAt(first, by ?? []);
}

function foldRows({ own }: Fold, group: readonly NumberedRow[]): NumberedRow[] {
  const [first] = group;
  if (!first || !isJsonObject(first.row)) return [...group];
  const shared = Object.entries(first.row).filter(([column]) => !own.has(column));
  const rows = group.map(({ row }) => row);
  return group.map((one) => {
    const { row } = one;
    const cells = isJsonObject(row) ? Object.entries(row).filter(([name]) => own.has(name)) : [];
    return { ...one, row: Object.fromEntries([...shared, ...cells, ['rows', rows]]) };
  });
}

function finish(
  mapping: RowShape,
  numbered: NumberedRow,
  parents: FoundParents | undefined,
): ShapedRow[] {
  const { line, row } = numbered;
  if (!mapping.unfold && !parents) {
    return [isSkipped(mapping, row) ? { line, skipped: true } : numbered];
  }
  return unfolded(row, mapping.unfold ?? []).map((one) => {
    const isNamed = parents && mapping.parents && isNamedIn(mapping.parents, one, parents);
    if (isNamed) return { line, skipped: true };
    const joined = parents && mapping.parents ? withParent(mapping.parents, one, parents) : one;
    if (isSkipped(mapping, joined)) return { line, skipped: true };
    return { ...numbered, row: joined };
  });
}

/** What is no row at all is a fault, and nothing that a condition speaks of. */
const isSkipped = ({ skip }: RowShape, row: unknown) =>
  isJsonObject(row) && skip.some((one) => holds(one, row));

function unfolded(row: unknown, names: readonly string[]): unknown[] {
  const [name, ...rest] = names;
  if (name === undefined || !isJsonObject(row) || !Object.hasOwn(row, name)) return [row];
  const value = row[name];
  if (rest.length > 0) return unfolded(value, rest).map((one) => ({ ...row, [name]: one }));
  if (!Array.isArray(value)) return [row];
  if (value.length > 0) return value.map((element) => ({ ...row, [name]: element }));
  return [Object.fromEntries(Object.entries(row).filter(([column]) => column !== name))];
}

const isNamedIn = ({ areItems, keys, of }: Parents, row: unknown, { named }: FoundParents) =>
  !areItems &&
  textAt(row, of) === undefined &&
  keys.some((key) => named.has(fillTemplate(key, row) ?? ''));

function withParent({ of }: Parents, row: unknown, { rows }: FoundParents): unknown {
  const key = textAt(row, of);
  const parent = key === undefined ? undefined : rows.get(key);
  return parent && isJsonObject(row) && parent !== row ? { ...row, parent } : row;
}

/** Collects the rows that others refer to; undefined once there are too many to keep. */
export function parentCollector({ parents, columns, skip }: Mapping) {
  const wanted = namesBehind(columns, skip);
  const found = { rows: new Map<string, Row>(), named: new Set<string>() };
  const add = (row: unknown): boolean => {
    if (!parents || !isJsonObject(row)) return true;
    const keys = parents.list
      ? childrenIn(parents.list, row)
      : parents.keys.flatMap((key) => fillTemplate(key, row) ?? []);
    // A row that names a parent is none itself: of one level the parent's cells are taken.
    const own = parents.list ? undefined : textAt(row, parents.of);
    if (own !== undefined && !parents.areItems) found.named.add(own);
    if (own !== undefined) return found.named.size <= PARENTS_MAX;
    const kept = Object.fromEntries(Object.entries(row).filter(([name]) => wanted.has(name)));
    for (const key of keys) found.rows.set(key, kept);
    return found.rows.size <= PARENTS_MAX;
  };
  return { add, found };
}

/** Columns of parents that rules and conditions read; of the rest nothing is kept. */
function namesBehind(columns: Mapping['columns'], skip: Mapping['skip']): ReadonlySet<string> {
  const conditions = skip.flatMap((one) => (one.kind === 'all' ? one.all : [one]));
  const paths = [
    ...columns.flatMap(({ from, templates }) => [...from, ...templates.flatMap((t) => t.paths)]),
    ...conditions.flatMap((one) => (one.kind === 'all' ? [] : one.from)),
  ];
  return new Set(
    paths.flatMap(({ root, steps }) => {
      const next = root === 'parent' ? steps[1] : undefined;
      return next?.kind === 'name' ? [next.name] : [];
    }),
  );
}

function childrenIn(list: NonNullable<Parents['list']>, row: Row): string[] {
  const text = textAt(row, list.from);
  if (text === undefined) return [];
  return list.split
    .reduce((parts, mark) => parts.flatMap((part) => part.split(mark)), [text])
    .map((part) => part.trim())
    .filter((part) => part.startsWith(list.after))
    .map((part) => part.slice(list.after.length).trim())
    .filter((part) => part !== '');
}

function textAt(row: unknown, paths: readonly Path[]): string | undefined {
  for (const path of paths) {
    const text = scalarText(valueAt(row, path));
    if (text !== undefined && text !== '') return text;
  }
  return undefined;
}
