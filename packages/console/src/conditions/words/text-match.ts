// Texts that contain something, begin with it or are it, as conditions say that.
import type { AttributeRow } from '../rows.ts';

export const ways = {
  contains: 'contains',
  begins: 'begins with',
  is: 'is',
  isNot: 'is not',
} as const;

export type Way = keyof typeof ways;

export interface TextMatch {
  readonly way: Way;
  readonly text: string;
}

/** Characters that mean something in a pattern. */
const special = /[\\^$.*+?()[\]{}|/]/g;

const patternOf = (text: string) => text.replaceAll(special, '\\$&');

/** The text that a pattern means letter by letter; undefined: it means more. */
function literalOf(pattern: string): string | undefined {
  const text = pattern.replaceAll(/\\([\\^$.*+?()[\]{}|/])/g, '$1');
  return patternOf(text) === pattern ? text : undefined;
}

/** What a row asks of a text; undefined where it asks something else. */
export function textOf({ operator, value }: AttributeRow): TextMatch | undefined {
  if (typeof value !== 'string') return;
  if (operator === 'is') return { way: 'is', text: value };
  if (operator === '$ne') return { way: 'isNot', text: value };
  if (operator !== '$regexi') return;
  const isStart = value.startsWith('^');
  const text = literalOf(isStart ? value.slice(1) : value);
  return text === undefined ? undefined : { way: isStart ? 'begins' : 'contains', text };
}

/** The operator and value that ask it; open while there is no text. */
export function operandOfText({ way, text }: TextMatch) {
  const open = text === '' && { isOpen: true as const };
  if (way === 'is' || way === 'isNot') {
    return { operator: way === 'is' ? 'is' : '$ne', value: text, ...open };
  }
  return { operator: '$regexi', value: (way === 'begins' ? '^' : '') + patternOf(text), ...open };
}
