// The operators that rows offer, in words, and what value each takes.
import type { Scalar } from './rows.ts';

export type Kind = 'text' | 'number' | 'boolean';

interface Operator {
  readonly words: string;
  /** Of an attribute that has several values at once. */
  readonly ofList?: string;
  /** `one` value of the attribute's kind, a `list` of them, a `flag`, or text of a form. */
  readonly takes: 'one' | 'list' | 'flag' | 'pattern' | 'version';
  /** Kinds of attributes that it is offered for. */
  readonly suits: readonly Kind[];
}

const text: readonly Kind[] = ['text'];
const ordered: readonly Kind[] = ['number'];
const any: readonly Kind[] = ['text', 'number', 'boolean'];
const listed: readonly Kind[] = ['text', 'number'];

/** By the name that conditions have; `is` is a value that stands by itself. */
export const operators: Readonly<Record<string, Operator>> = {
  is: { words: 'is', takes: 'one', suits: any },
  $eq: { words: 'is ', takes: 'one', suits: [] },
  $ne: { words: 'is not', takes: 'one', suits: any },
  $in: { words: 'is one of', ofList: 'has any of', takes: 'list', suits: listed },
  $nin: { words: 'is none of', ofList: 'has none of', takes: 'list', suits: listed },
  $ini: { words: 'is one of (any case)', takes: 'list', suits: text },
  $nini: { words: 'is none of (any case)', takes: 'list', suits: text },
  $gte: { words: 'is at least', takes: 'one', suits: ordered },
  $lte: { words: 'is at most', takes: 'one', suits: ordered },
  $gt: { words: 'is more than', takes: 'one', suits: ordered },
  $lt: { words: 'is less than', takes: 'one', suits: ordered },
  $exists: { words: 'is known', takes: 'flag', suits: any },
  $all: { words: 'has all of', takes: 'list', suits: [] },
  $alli: { words: 'has all of (any case)', takes: 'list', suits: [] },
  $regex: { words: 'matches the pattern', takes: 'pattern', suits: text },
  $regexi: { words: 'matches the pattern (any case)', takes: 'pattern', suits: text },
  $veq: { words: 'is version', takes: 'version', suits: [] },
  $vne: { words: 'is not version', takes: 'version', suits: [] },
  $vgte: { words: 'is at least version', takes: 'version', suits: text },
  $vgt: { words: 'is after version', takes: 'version', suits: [] },
  $vlte: { words: 'is at most version', takes: 'version', suits: [] },
  $vlt: { words: 'is before version', takes: 'version', suits: text },
};

function isScalar(json: unknown): json is Scalar {
  return ['string', 'number', 'boolean'].includes(typeof json);
}

export const kindOfValue = (value: Scalar | readonly Scalar[]): Kind => {
  const one = Array.isArray(value) ? value[0] : value;
  if (typeof one === 'number') return 'number';
  return typeof one === 'boolean' ? 'boolean' : 'text';
};

/** Can a row with this operator show the value? */
export function canShow(operator: string, value: unknown): value is Scalar | readonly Scalar[] {
  const takes = Object.hasOwn(operators, operator) ? operators[operator]?.takes : undefined;
  switch (takes) {
    case 'one':
      return isScalar(value);
    case 'list':
      // What is typed into a list is of one kind.
      return Array.isArray(value) && value.every(isListed) && new Set(value.map(typeOf)).size <= 1;
    case 'flag':
      return typeof value === 'boolean';
    case 'pattern':
    case 'version':
      return typeof value === 'string';
    default:
      return false;
  }
}

const typeOf = (value: unknown) => typeof value;
// A tag is a text without spaces around it, and is there once.
const isListed = (one: unknown, at: number, all: readonly unknown[]) =>
  all.indexOf(one) === at &&
  (typeof one === 'number' || (typeof one === 'string' && one !== '' && one === one.trim()));

/** The value that a row has when its operator becomes another one, or its attribute does. */
export function valueFor(
  operator: string,
  kind: Kind,
  before: Scalar | readonly Scalar[],
): Scalar | readonly Scalar[] {
  const takes = operators[operator]?.takes ?? 'one';
  const all = (Array.isArray(before) ? before : [before]) as readonly Scalar[];
  if (takes === 'flag') return true;
  if (takes === 'pattern' || takes === 'version') return typeof all[0] === 'string' ? all[0] : '';
  const fitting = all
    .map((one) => asKind(String(one), kind))
    .filter((one) => one !== undefined && one !== '');
  if (takes === 'list') return [...new Set(fitting as Scalar[])].filter(isListed);
  return fitting[0] ?? { text: '', number: 0, boolean: true }[kind];
}

/** A text as a value of a kind; undefined: it is none. */
export function asKind(typed: string, kind: Kind): Scalar | undefined {
  if (kind === 'text') return typed;
  if (kind === 'boolean') return { true: true, false: false }[typed];
  const number = Number(typed);
  return typed.trim() === '' || !Number.isFinite(number) ? undefined : number;
}
