// The words that rows are said in: which rows each can show, and what a new one begins as.
import { folded, formatPath, parsePath } from '@attune/core';
import { pathOfActivity, readActivity, readCampaignActivity } from '../activity.ts';
import type { AttributeRow, Row } from '../rows.ts';
import { chosenOf, comparisons, operandOf } from './operands.ts';
import { textOf } from './text-match.ts';

interface Named {
  /** Identifies it. */
  readonly name: string;
  /** The heading under which it is offered. */
  readonly group: string;
  /** What it is offered as: "Device". */
  readonly label: string;
  /** Other words that it is found by. */
  readonly keywords: string;
}

/** One of two: `yes` says what true means. */
interface Flag {
  readonly shape: 'flag';
  readonly path: string;
  readonly yes: string;
  readonly no: string;
}

/** One of several values, or none of them. `*` in the path is a name that is given. */
export interface Choice {
  readonly shape: 'choice';
  readonly path: string;
  /** "uses", "does not use" */
  readonly is: string;
  readonly isNot: string;
  /** Every value that there is, with its words; absent: any text. */
  readonly options?: Readonly<Record<string, string>>;
  /** The attribute has several values at once. */
  readonly isList?: boolean;
  /** What the name in the path is of. */
  readonly of?: string;
}

/** A text that has something in it. */
interface Text {
  readonly shape: 'text';
  readonly path: string;
  readonly subject: string;
}

interface Amount {
  readonly shape: 'amount';
  readonly path: string;
  readonly subject: string;
  readonly unit?: string;
  readonly begin: Pick<AttributeRow, 'operator' | 'value'>;
}

interface Day {
  readonly shape: 'day';
  readonly path: string;
  readonly subject: string;
}

/** A value among the highest ranks of an affinity property. */
export interface Taste {
  readonly shape: 'taste';
  /** `affinity`, or that of this visit. */
  readonly root: readonly string[];
  readonly subject: string;
  readonly isNot: string;
}

/** How often something was done within some days; the row says what. */
interface Counted {
  readonly shape: 'counted';
  readonly begin: { readonly path: string; readonly operator: string; readonly value: number };
}

interface OfCampaign {
  readonly shape: 'campaign';
  readonly did: 'exposure' | 'click';
  readonly begin: { readonly operator: string; readonly value: number };
}

interface InAudience {
  readonly shape: 'audience';
}

/** Any attribute, with any operator. */
interface Free {
  readonly shape: 'free';
}

type Shape = Flag | Choice | Text | Amount | Day | Taste | Counted | OfCampaign | InAudience | Free;

export type Word = Named & Shape;

/** Does a word of a text begin with what was typed? */
const isMeant = (text: string, typed: string) =>
  typed !== '' &&
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .some((one) => one.startsWith(typed));

/**
 * The row that a word begins as; it is open until a value is given. What was typed to find the word
 * decides between its values: "returning" is a returning visitor, "phone" a phone.
 */
export function beginRow(word: Word, property: string, typed = ''): Row {
  const open = { kind: 'attribute', isOpen: true } as const;
  const meant = folded(typed.trim());
  switch (word.shape) {
    case 'flag': {
      const value = isMeant(word.yes, meant) || !isMeant(word.no, meant);
      return { kind: 'attribute', path: word.path, operator: 'is', value };
    }
    case 'choice': {
      const path = pathWith(word.path, '');
      const options = Object.entries(word.options ?? {});
      const [value] = options.find(([, text]) => isMeant(text, meant)) ?? [];
      if (value === undefined) return { ...open, path, operator: '$in', value: [] };
      const operand = operandOf({ values: [value], isNot: false }, word);
      return { kind: 'attribute', path, ...operand };
    }
    case 'text':
      return { ...open, path: word.path, operator: '$regexi', value: '' };
    case 'amount':
      return { kind: 'attribute', path: word.path, ...word.begin };
    case 'day':
      return { ...open, path: word.path, operator: '$gte', value: '' };
    case 'taste': {
      const path = formatPath([...word.root, property, '', 'rank']);
      return { ...open, path, operator: '$lte', value: 3 };
    }
    case 'counted': {
      const { path, ...rest } = word.begin;
      const asked = readActivity(path)!;
      const isWhole = asked.value === undefined && asked.name === undefined;
      const begun = asked.property === undefined ? path : pathOfActivity({ ...asked, property });
      return {
        kind: 'attribute',
        ...(!isWhole && { isOpen: true as const }),
        path: begun,
        ...rest,
      };
    }
    case 'campaign': {
      const path = formatPath(['activity', word.did, '', '30d']);
      return { ...open, path, ...word.begin };
    }
    case 'audience':
      return { kind: 'audience', id: null, isIn: true };
    case 'free':
      return { ...open, path: '', operator: 'is', value: '' };
  }
}

/** Can a word show a row, so that nothing of it is hidden? */
export function shows(word: Word, row: Row): boolean {
  if (row.kind === 'audience') return word.shape === 'audience';
  if (row.kind !== 'attribute') return false;
  const { path, operator, value } = row;
  switch (word.shape) {
    case 'flag':
      return path === word.path && operator === 'is' && typeof value === 'boolean';
    case 'choice':
      return nameIn(word.path, path) !== undefined && chosenOf(row, word) !== undefined;
    case 'text':
      return path === word.path && textOf(row) !== undefined;
    case 'amount':
      return path === word.path && operator in comparisons && typeof value === 'number';
    case 'day':
      return path === word.path && operator in dayComparisons && isDay(value);
    case 'taste':
      return tasteOf(word, row) !== undefined;
    case 'counted':
      return readActivity(path) !== undefined && isCount(row);
    case 'campaign':
      return readCampaignActivity(path) !== undefined && isCount(row);
    default:
      return false;
  }
}

/** The word that a row is said in; undefined: none can show it. */
export const wordOf = (words: readonly Word[], row: Row): Word | undefined =>
  words.find((word) => shows(word, row));

const isCount = ({ operator, value }: AttributeRow) =>
  operator in comparisons && typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

export const dayComparisons: Readonly<Record<string, string>> = {
  $gte: 'on or after',
  $lte: 'on or before',
  is: 'on',
};

const isDay = (value: AttributeRow['value']) =>
  typeof value === 'string' && /^(\d{4}-\d\d-\d\d)?$/.test(value);

/** The name that stands at `*`, '' where there is no such place; undefined: another path. */
export function nameIn(pattern: string, path: string): string | undefined {
  if (pattern === path) return '';
  if (!pattern.includes('*')) return;
  const [parts, names] = [parsePath(pattern), parsePath(path)];
  const fits =
    parts.length === names.length && parts.every((one, at) => one === '*' || one === names[at]);
  return fits ? names[parts.indexOf('*')] : undefined;
}

/** A pattern with a name at `*`. */
export const pathWith = (pattern: string, name: string): string =>
  pattern.includes('*')
    ? formatPath(parsePath(pattern).map((one) => (one === '*' ? name : one)))
    : pattern;

interface Liked {
  readonly property: string;
  readonly value: string;
  readonly top: number;
  readonly isIn: boolean;
}

/** What a row says of a taste; missing ranks are beyond every rank. */
export function tasteOf({ root }: Pick<Taste, 'root'>, { path, operator, value }: AttributeRow) {
  const names = parsePath(path);
  const [property, liked, last] = names.slice(root.length);
  const isRank = names.length === root.length + 3 && last === 'rank';
  if (!isRank || !root.every((one, at) => one === names[at])) return;
  const isIn = operator === '$lte';
  if (!isIn && operator !== '$gt') return;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) return;
  return { property: property!, value: liked!, top: value, isIn } satisfies Liked;
}

/** The row that says it; open while the value is not given. */
export function rowOfTaste({ root }: Pick<Taste, 'root'>, liked: Liked): AttributeRow {
  const { property, value, top, isIn } = liked;
  return {
    kind: 'attribute',
    path: formatPath([...root, property, value, 'rank']),
    operator: isIn ? '$lte' : '$gt',
    value: top,
    ...((value === '' || property === '') && { isOpen: true as const }),
  };
}
