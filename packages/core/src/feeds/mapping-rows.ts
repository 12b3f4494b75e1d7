// What a mapping says of a file's rows before their columns: where they are, which belong together.
import { isJsonObject, shown, textFault } from './json.ts';
import {
  isMark,
  listOf,
  type Members,
  membersOf,
  type Report,
  readPaths,
} from './mapping-check.ts';
import type { Path } from './mapping-path.ts';
import { type RowCondition, readCondition } from './row-condition.ts';
import { parseTemplate, type Template } from './template.ts';

/** Rows that follow one another and are one product: its variants and pictures. */
export interface Fold {
  /** Rows with the same value here belong together. */
  readonly by?: readonly Path[];
  /** Or a product begins with each row that meets this. */
  readonly starts?: RowCondition;
  /** Columns in which each row speaks for itself; in the others the first speaks for all. */
  readonly own: ReadonlySet<string>;
}

/** Rows that others refer to, wherever in the file they are. */
export interface Parents {
  /** Where a row names its parent, or is named by it. */
  readonly of: readonly Path[];
  /** The names that a parent has. */
  readonly keys: readonly Template[];
  /** Are rows items that others name as their parent? */
  readonly areItems: boolean;
  /** Or a cell in which a parent names its children. */
  readonly list?: {
    readonly from: readonly Path[];
    readonly split: readonly string[];
    readonly after: string;
  };
}

/** Columns whose names stand in the file as values: `Option1 Name`, or `color=Red,size=L`. */
export type Pair =
  | { readonly kind: 'cells'; readonly name: readonly Path[]; readonly value: readonly Path[] }
  | {
      readonly kind: 'text';
      readonly from: readonly Path[];
      readonly split: string;
      readonly equals: string;
    };

export interface RowShape {
  /** Of a workbook. */
  readonly sheet?: string;
  /** Names that lead to the items of a JSON or XML document. */
  readonly root?: readonly string[];
  readonly fold?: Fold;
  /** A list within a row: each of its elements is a row, with the rest of the row beside it. */
  readonly unfold?: readonly string[];
  readonly parents?: Parents;
  /** Rows that meet one of these are no items. */
  readonly skip: readonly RowCondition[];
  readonly pairs: readonly Pair[];
}

const SHEET_MAX = 100;
const NAMES_MAX = 10;
const SKIP_MAX = 20;
const PAIRS_MAX = 20;
const OWN_MAX = 500;

/** The members of a mapping's file that these are. */
export const rowFields = ['sheet', 'root', 'fold', 'unfold', 'parents', 'skip', 'pairs'] as const;

export function readRowShape(json: Members, report: Report): RowShape {
  const { sheet, root, fold, unfold, parents, skip, pairs } = json;
  const names = (value: unknown, pointer: string) => ({ value: readNames(value, pointer, report) });
  const folded = fold === undefined ? undefined : readFold(fold, report);
  const joined = parents === undefined ? undefined : readParents(parents, report);
  const isSheet = typeof sheet === 'string' && textFault(sheet, SHEET_MAX) === undefined;
  if (sheet !== undefined && !(isSheet && sheet.trim() !== '')) {
    report('/sheet', `must be the name of a sheet, not ${shown(sheet)}`);
  }
  return {
    ...(isSheet && { sheet }),
    ...(root !== undefined && { root: names(root, '/root').value }),
    ...(folded && { fold: folded }),
    ...(unfold !== undefined && { unfold: names(unfold, '/unfold').value }),
    ...(joined && { parents: joined }),
    skip:
      skip === undefined
        ? []
        : listOf(skip, SKIP_MAX, '/skip', report).flatMap(
            (one, at) => readCondition(one, `/skip/${at}`, report) ?? [],
          ),
    pairs:
      pairs === undefined
        ? []
        : listOf(pairs, PAIRS_MAX, '/pairs', report).flatMap(
            (one, at) => readPair(one, `/pairs/${at}`, report) ?? [],
          ),
  };
}

function readNames(value: unknown, pointer: string, report: Report): readonly string[] {
  const names = typeof value === 'string' ? value.split('.') : [];
  if (names.length > 0 && names.length <= NAMES_MAX && !names.includes('')) return names;
  report(pointer, `must be names with points between, such as data.products, not ${shown(value)}`);
  return [];
}

const foldFields = new Set(['by', 'starts', 'own']);

function readFold(json: unknown, report: Report): Fold | undefined {
  const members = membersOf(json, foldFields, '/fold', report);
  if (!members) return undefined;
  const { by, starts, own = [] } = members;
  if ((by === undefined) === (starts === undefined)) {
    report('/fold', 'must have either `by` or `starts`');
    return undefined;
  }
  const names = Array.isArray(own) && own.length <= OWN_MAX ? own : [];
  if (!Array.isArray(own) || names.some((name) => typeof name !== 'string')) {
    report('/fold/own', `must be a list of up to ${OWN_MAX} names of columns`);
  }
  const condition =
    starts === undefined ? undefined : readCondition(starts, '/fold/starts', report);
  return {
    ...(by !== undefined && { by: readPaths(by, '/fold/by', report) }),
    ...(condition && { starts: condition }),
    own: new Set(names as string[]),
  };
}

const parentsFields = new Set(['of', 'keys', 'list', 'areItems']);
const listFields = new Set(['from', 'split', 'after']);

function readParents(json: unknown, report: Report): Parents | undefined {
  const members = membersOf(json, parentsFields, '/parents', report);
  if (!members) return undefined;
  const of = readPaths(members['of'], '/parents/of', report);
  const { keys, list, areItems = true } = members;
  if (typeof areItems !== 'boolean') report('/parents/areItems', 'must be true or false');
  const all = { of, areItems: areItems !== false };
  if ((keys === undefined) === (list === undefined)) {
    report('/parents', 'must have either `keys` or `list`');
    return undefined;
  }
  if (list === undefined) {
    const templates = listOf(keys, NAMES_MAX, '/parents/keys', report).flatMap((text, at) => {
      const template = typeof text === 'string' ? parseTemplate(text) : undefined;
      if (!template) report(`/parents/keys/${at}`, `must be a template such as {SKU}`);
      return template ?? [];
    });
    return { ...all, keys: templates };
  }
  const told = membersOf(list, listFields, '/parents/list', report) ?? {};
  const { split, after = '' } = told;
  const marks = listOf(split, 3, '/parents/list/split', report);
  if (!marks.every(isMark)) report('/parents/list/split', 'must hold texts of 1 to 10 characters');
  if (typeof after !== 'string') report('/parents/list/after', 'must be a text');
  const from = readPaths(told['from'], '/parents/list/from', report);
  return { ...all, keys: [], list: { from, split: marks as string[], after: String(after) } };
}

const pairFields = new Set(['name', 'value', 'from', 'split', 'equals']);

function readPair(json: unknown, pointer: string, report: Report): Pair | undefined {
  const members = membersOf(json, pairFields, pointer, report);
  if (!members) return undefined;
  if (!isJsonObject(json) || json['from'] === undefined) {
    const name = readPaths(members['name'], `${pointer}/name`, report);
    return { kind: 'cells', name, value: readPaths(members['value'], `${pointer}/value`, report) };
  }
  const { split = ',', equals = '=' } = members;
  if (!isMark(split)) report(`${pointer}/split`, 'must be a text of 1 to 10 characters');
  if (!isMark(equals)) report(`${pointer}/equals`, 'must be a text of 1 to 10 characters');
  const from = readPaths(members['from'], `${pointer}/from`, report);
  return { kind: 'text', from, split: String(split), equals: String(equals) };
}
