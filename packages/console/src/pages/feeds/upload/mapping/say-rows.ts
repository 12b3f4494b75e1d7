// What a mapping says of rows, in words: which belong together, which are skipped.
import type { Condition } from '../mapping-draft.ts';
import { listOf, sayCondition, sayMark, sayPath } from './say-rule.ts';

export interface Fold {
  readonly by?: string | readonly string[];
  readonly starts?: Condition;
  readonly own?: readonly string[];
}

export interface Parents {
  readonly of: string | readonly string[];
  readonly keys?: readonly string[];
  readonly list?: {
    readonly from: string | readonly string[];
    readonly split: readonly string[];
    readonly after?: string;
  };
}

export interface Pair {
  readonly name?: string | readonly string[];
  readonly value?: string | readonly string[];
  readonly from?: string | readonly string[];
  readonly split?: string;
  readonly equals?: string;
}

/** What a mapping's file has beside its columns. */
export interface Shape {
  readonly root?: string;
  readonly fold?: Fold;
  readonly unfold?: string;
  readonly parents?: Parents;
  readonly skip?: readonly Condition[];
  readonly pairs?: readonly Pair[];
}

const names = (paths: string | readonly string[] | undefined) =>
  listOf(paths).map(sayPath).join(' or ');

/** A sentence for each thing that is said of rows; none: each row is an item. */
export function sayShape({ root, fold, unfold, parents, skip = [], pairs = [] }: Shape): string[] {
  return [
    ...(root === undefined ? [] : [`Items are at ${root}.`]),
    ...(fold?.by === undefined ? [] : [`Rows with the same ${names(fold.by)} are one product.`]),
    ...(fold?.starts === undefined
      ? []
      : [`A product begins where ${sayCondition(fold.starts)}; the rows below it belong to it.`]),
    ...(unfold === undefined ? [] : [`Each element of ${unfold} is an item.`]),
    ...(parents === undefined ? [] : [sayParents(parents)]),
    ...skip.map((one) => `Rows are skipped where ${sayCondition(one)}.`),
    ...pairs.map(sayPair),
  ];
}

function sayParents({ of, list }: Parents): string {
  if (list) return `Rows take what they lack from the row whose ${names(list.from)} names them.`;
  return `Rows take what they lack from the row that ${names(of)} names.`;
}

function sayPair({ name, value, from, split = ',' }: Pair): string {
  if (from !== undefined)
    return `${names(from)} holds columns with their values, at ${sayMark(split)}.`;
  return `${names(name)} names a column whose value is in ${names(value)}.`;
}
