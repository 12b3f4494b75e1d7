// Which rows of a file belong together, refer to each other, or are not for sale, by its cells.
import { type Candidate, namedValues, pathWithin } from './candidate-columns.ts';
import { placeAmong } from './column-place.ts';
import { isFlagWord, notForSale, saleStates } from './column-words.ts';
import { isJsonObject } from './json.ts';
import { bareName, type MappingFile, pathOf } from './mapping-file.ts';
import { scalarText } from './scalar.ts';

type Row = Readonly<Record<string, unknown>>;
type Found = ReadonlyMap<string, readonly Candidate[]>;

/** What a mapping says of rows, and what follows from it for the rules of columns. */
export interface SuggestedRows {
  readonly shape: Pick<MappingFile, 'fold' | 'parents' | 'skip' | 'pairs'>;
  /** Where else a cell is found that a row leaves blank. */
  readonly behind: (path: string) => readonly string[];
  /** What all rows of a product have in common. */
  readonly group?: string;
}

const pairsMax = 20;
const elementsMost = 10;
const kindsMax = 10;

/** Suggests it for these columns, of which some were found to be ours. */
export function suggestRows(
  columns: readonly Candidate[],
  given: readonly unknown[],
  found: Found,
): SuggestedRows {
  const rows = given.filter(isJsonObject);
  const names = columns.filter(({ names }) => names.length === 1).map(({ column }) => column);
  const parents = parentsIn(rows, names, found);
  const folded = parents ? undefined : foldIn(rows, names, found);
  const own = new Set(folded?.own);
  const behind = (path: string) => {
    if (parents) return [pathWithin('parent', path)];
    return [...own].some((column) => pathOf(column) === path) ? [`rows[0].${path}`] : [];
  };
  const hidden = columns.filter(isOfSale);
  const skip = [
    ...(folded?.skip ?? []),
    ...hidden.map(({ paths: [path] }) => ({ from: [path, ...behind(path!)], in: notForSale })),
  ];
  const pairs = [...pairsOf(names), ...pairsIn(rows)].slice(0, pairsMax);
  return {
    shape: {
      ...(parents && { parents }),
      ...(folded && { fold: folded.fold }),
      ...(skip.length > 0 && { skip }),
      ...(pairs.length > 0 && { pairs }),
    },
    behind,
    ...(folded?.group !== undefined && { group: pathOf(folded.group) }),
  };
}

const textOf = (row: Row, column: string) =>
  Object.hasOwn(row, column) ? (scalarText(row[column]) ?? '') : '';

/** Rows that name another one in the column of their group, which has no group itself. */
function parentsIn(rows: readonly Row[], names: readonly string[], found: Found) {
  const of = found.get('group_id')?.[0]?.column;
  if (of === undefined || !names.includes(of)) return undefined;
  const wanted = new Set(rows.map((row) => textOf(row, of)).filter((text) => text !== ''));
  const without = rows.filter((row) => textOf(row, of) === '');
  if (wanted.size === 0 || without.length === 0) return undefined;
  const key = names.find((name) => {
    const keys = new Set(without.map((row) => textOf(row, name)));
    return name !== of && [...wanted].every((one) => keys.has(one));
  });
  if (key === undefined) return undefined;
  return { of: pathOf(of), keys: [`{${pathOf(key)}}`], areItems: false };
}

/** Rows without a name that follow one with it: variants of that product. */
function foldIn(rows: readonly Row[], names: readonly string[], found: Found) {
  const name = found.get('name')?.[0]?.column;
  const sku = found.get('sku')?.[0]?.column;
  if (name === undefined || sku === undefined || !names.includes(name)) return undefined;
  const isHead = (row: Row) => textOf(row, name) !== '';
  if (rows.length === 0 || !isHead(rows[0]!) || rows.every(isHead)) return undefined;
  const heads: Row[] = [];
  const others: { readonly row: Row; readonly head: Row }[] = [];
  for (const row of rows) {
    if (isHead(row)) heads.push(row);
    else others.push({ row, head: heads.at(-1)! });
  }
  if (others.some(({ row }) => textOf(row, sku) === '')) return undefined;
  const by = names.find(
    (one) =>
      one !== name &&
      others.every(({ row, head }) => {
        const text = textOf(row, one);
        return text !== '' && text === textOf(head, one);
      }) &&
      new Set(heads.map((row) => textOf(row, one))).size === heads.length,
  );
  const own = names.filter(
    (one) => one !== by && others.some(({ row }) => textOf(row, one) !== ''),
  );
  // Without a key of their own, what says that they are variants must be in a column.
  if (by === undefined && !own.some((one) => /varia|option/i.test(one))) return undefined;
  const group =
    by ??
    names.find(
      (one) =>
        !own.includes(one) && new Set(heads.map((row) => textOf(row, one))).size === heads.length,
    );
  const start = { starts: { from: pathOf(name), filled: true } };
  const kind = kindOf(heads, others, own);
  return {
    ...{ own, group, skip: kind ? [kind] : [] },
    fold: { ...(by === undefined ? start : { by: pathOf(by) }), own },
  };
}

/** Which rows of products stand for variants behind them: those of another kind than these. */
function kindOf(
  heads: readonly Row[],
  others: readonly { readonly row: Row }[],
  own: readonly string[],
) {
  for (const column of own) {
    const kinds = new Set(others.map(({ row }) => textOf(row, column)));
    const ofHeads = new Set(heads.map((row) => textOf(row, column)));
    if (kinds.has('') || ofHeads.has('') || ofHeads.size !== 1 || kinds.size > kindsMax) continue;
    const [head] = [...ofHeads];
    if ([...kinds].some((kind) => kind === head || !/^[\p{L} _-]+$/u.test(kind))) continue;
    if (![...kinds].some((kind) => /varia|child|option|sku/i.test(kind))) continue;
    return {
      all: [
        { from: pathOf(column), in: [head] },
        {
          from: [...kinds].map((kind) => `rows[${column}=${kind}].${pathOf(column)}`),
          filled: true,
        },
      ],
    };
  }
  return undefined;
}

/** Does a column say which rows are for sale? */
function isOfSale({ names, samples, column }: Candidate): boolean {
  if (names.length !== 1 || samples.length === 0) return false;
  if (placeAmong(saleStates, column) !== undefined) return samples.every(isFlagWord);
  return (
    bareName(column) === 'status' &&
    samples.every(isFlagWord) &&
    samples.some((text) => /draft|archived|hidden|disabled|inactive/i.test(text))
  );
}

const ofChoice = /option|attribute|variation|property|merkmal|eigenschaft/i;

/** Columns of names with their columns of values: `Option 1 name`, `Option 1 value`. */
function pairsOf(names: readonly string[]) {
  const byName = new Map(names.map((name) => [bareName(name), name]));
  return names.flatMap((name) => {
    if (!ofChoice.test(name) || !/name/i.test(name)) return [];
    const value = ['value', 'values', 'description'].flatMap(
      (word) => byName.get(bareName(name.replace(/name(?!.*name)/i, word))) ?? [],
    )[0];
    return value === undefined ? [] : [{ name: pathOf(name), value: pathOf(value) }];
  });
}

/** Lists of names and values within a cell. */
function pairsIn(rows: readonly Row[]) {
  return namedValues(rows).flatMap(({ path, name, value }) =>
    Array.from({ length: elementsMost }, (_, at) => ({
      name: `${path}[${at}].${pathOf(name)}`,
      value: `${path}[${at}].${value}`,
    })),
  );
}
