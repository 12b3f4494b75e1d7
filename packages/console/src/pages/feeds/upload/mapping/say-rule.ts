// A rule of a mapping in words: "Sale price, else Regular price".
import { readings } from '../../labels.ts';
import type { Condition, Rule } from '../mapping-draft.ts';

/** What a column of the feed is made of, and what is done to it. */
export interface RuleText {
  readonly origin: string;
  /** In their order: "the first part, split at ,". */
  readonly steps: readonly string[];
}

export function sayRule(column: string, rule: Rule): RuleText {
  return { origin: sayOrigin(column, rule), steps: stepsOf(rule) };
}

function sayOrigin(column: string, { from, template, cases = [], default: value }: Rule): string {
  const origins = [
    ...listOf(from).map(sayPath),
    ...listOf(template).map(sayTemplate),
    ...(value === undefined ? [] : [sayValue(column, value)]),
  ];
  const isConstant = from === undefined && template === undefined;
  const usual =
    isConstant && value !== undefined ? `Always ${origins[0]}` : origins.join(', else ');
  return [...cases.map(({ when, is }) => `${sayValue(column, is)} if ${sayCondition(when)}`), usual]
    .filter((part) => part !== '')
    .join('; otherwise ');
}

export const listOf = (texts: string | readonly string[] | undefined): readonly string[] =>
  texts === undefined ? [] : [texts].flat();

/** A path as people say it: brackets stand around names with dots alone. */
export function sayPath(path: string): string {
  if (path.startsWith('rows[].')) return `${sayPath(path.slice(7))} of all rows of the product`;
  if (path.startsWith('parent.')) return `${sayPath(path.slice(7))} of the parent`;
  const quoted = /^\["((?:[^"\\]|\\.)*)"\]$/.exec(path)?.[1];
  return quoted === undefined ? path : quoted.replaceAll(/\\(.)/g, '$1');
}

/** A template of nothing but one column is that column. */
function sayTemplate(template: string): string {
  const alone = /^\{([^{}]*)\}$/.exec(template)?.[1];
  return alone === undefined ? template : sayPath(alone);
}

/** A value of the feed, in the words of its column. */
export function sayValue(column: string, value: unknown): string {
  if (value === null) return 'nothing';
  if (typeof value === 'boolean') {
    if (column === 'in_stock') return value ? 'In stock' : 'Out of stock';
    return value ? 'true' : 'false';
  }
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return value.join(', ');
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

const cleanings: Readonly<Record<string, string>> = {
  trim: 'without spaces around it',
  lower: 'in lower case',
  strip: 'without HTML tags',
  decode: 'with HTML entities as characters',
};

/** Readings that change nothing of a text go without saying. */
const plain = new Set(['string', 'url']);

function stepsOf(rule: Rule): readonly string[] {
  const { json, split, at, text = [], values, as, separator, without = [], optional } = rule;
  return [
    ...(json ? ['the cell is read as JSON'] : []),
    ...(split === undefined ? [] : [`split at ${sayMark(split)}`]),
    ...(at === undefined ? [] : [`${sayPlace(at)} is used`]),
    ...text.map((one) => cleanings[one] ?? one),
    ...(values === undefined ? [] : [`${Object.keys(values).length} values translated`]),
    ...(as === undefined || plain.has(as) ? [] : [`read as ${(readings[as] ?? as).toLowerCase()}`]),
    ...(as === 'list' ? [`parts at ${sayMark(separator ?? '|')}`] : []),
    ...(without.length === 0 ? [] : [`without ${without.join(', ')}`]),
    ...(optional ? ['left empty if it cannot be read'] : []),
  ];
}

export function sayMark(mark: string): string {
  if (mark === '\n') return 'line breaks';
  if (mark === '\t') return 'tabs';
  return mark.trim() === '' ? 'spaces' : `“${mark.trim()}”`;
}

function sayPlace(at: number): string {
  if (at === 0) return 'the first part';
  if (at === -1) return 'the last part';
  return at > 0 ? `part ${at + 1}` : `part ${-at} from the end`;
}

/** "Status is draft or archived", "Price is empty". */
export function sayCondition({ from, in: values, filled, all }: Condition): string {
  if (all !== undefined) return all.map(sayCondition).join(' and ');
  const name = listOf(from).map(sayPath).join(' or ');
  if (filled !== undefined) return `${name} is ${filled ? 'filled' : 'empty'}`;
  return `${name} is ${(values ?? []).join(' or ')}`;
}
