// Patterns and texts for tests: random ones, those that hold other services, and a slow matcher.

import fc from 'fast-check';
import type { PatternNode } from './parse.ts';

const atoms = [
  ...[
    'a',
    'b',
    'A',
    '.',
    '-',
    '1',
    ' ',
    '\u00e9',
    '\u017f',
    '\u212a',
    '\\n',
    '\\s',
    '\\S',
    '\\d',
    '\\w',
    '\\W',
  ],
  ...['[ab]', '[^a]', '[^\\w]', '[\\s\\S]', '[a-z]', '\\u00e9', '\\x61', '\\b', '\\B', '^', '$'],
];
const quantifiers = [
  '*',
  '+',
  '?',
  '*?',
  '+?',
  '??',
  '{2}',
  '{0,2}',
  '{1,3}',
  '{2,}',
  '{0}',
  '{0,40}',
];

/** Patterns of every construct that may be written; RegExp takes all of them. */
export const patterns: fc.Arbitrary<string> = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    { weight: 3, arbitrary: fc.constantFrom(...atoms) },
    { weight: 2, arbitrary: fc.array(tie('pattern'), { maxLength: 4 }).map((all) => all.join('')) },
    fc
      .array(tie('pattern'), { minLength: 1, maxLength: 3 })
      .map((options) => `(?:${options.join('|')})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom(...quantifiers))
      .map(([item, quantifier]) => `(${item})${quantifier}`),
  ),
})).pattern;

/** Texts of few characters, so that they match often and fail late. */
export const texts = (maxLength: number) => {
  const some = [...'abAB 1\n-_sSkK', '\u00e9', '\u00c9', '\u017f', '\u212a', '\u2028', '\u{1f600}'];
  return fc.string({ unit: fc.constantFrom(...some, 'a', 'a', 'a', 'b'), maxLength });
};

/** From advisories and papers on regular expressions that backtrack without end. */
export const infamous: readonly string[] = [
  '(a+)+$',
  '([a-zA-Z]+)*$',
  '(a|aa)+$',
  '(a|a?)+$',
  '(.*a){20}$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(x+x+)+y',
  '^(\\w+\\s?)*$',
  '(a*)*b',
  '(.*)*x',
  '(a|b)*a(a|b){12}$',
  '^(([a-zA-Z0-9_.-])+@([a-zA-Z0-9-])+[.]([a-zA-Z0-9])+)+$',
  '^([a-zA-Z0-9])(([-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$',
  '^(((([a-zA-Z]:)|(\\\\{2}\\w+)[$]?)|(\\\\{2}\\w+)\\\\\\w+)+)$',
  '(?:a?){90}a{90}',
  '.*.*.*.*.*=.*',
  '\\s+$',
  '^\\s+|\\s+$',
  '(\\s|\\S)*?<script(\\s|\\S)*?>',
  'a.*b.*c.*d.*e.*f.*g',
  '(?:(?:a*)*)*c',
  '((((a?){5}){5}){4})x',
  '.*[ab]{0,190}!',
  '.{0,195}\u00e9',
  '(a{0,9}){0,9}b',
  '(\\w|\\d|a|[ab])*!',
];

/** Texts as long as a test reads, on which patterns fail late. */
export const longTexts: readonly string[] = [
  ...['a', 'ab', 'aab', 'a1', 'x', ' ', 'x@y.', '\\a', '\u00e9', 'aA', '\n', '='].map((unit) =>
    unit.repeat(1_000).slice(0, 1_000),
  ),
  `${'a'.repeat(999)}!`,
  Array.from({ length: 1_000 }, (_, at) => 'ab'[((at * at * 7 + at * 3) >> 2) % 2]).join(''),
  Array.from({ length: 1_000 }, (_, at) => String.fromCharCode(0x100 + at * 31)).join(''),
];

/** How many steps a matcher takes that tries one way after the other; stops counting at `most`. */
export function countSteps(pattern: PatternNode, flags: '' | 'i', text: string, most: number) {
  let steps = 0;
  const isMatch = (source: string, at: number) =>
    at < text.length && new RegExp(`^(?:${source})$`, flags).test(text[at]!);
  const isWord = (at: number) => /^\w$/.test(text[at] ?? '');
  const holds = {
    '^': (at: number) => at === 0,
    $: (at: number) => at === text.length,
    '\\b': (at: number) => isWord(at - 1) !== isWord(at),
    '\\B': (at: number) => isWord(at - 1) === isWord(at),
  };
  type Then = (at: number) => boolean;
  const step = () => {
    steps += 1;
    return steps > most;
  };
  function match(node: PatternNode, at: number, then: Then): boolean {
    switch (node.kind) {
      case 'character':
        return step() || (isMatch(sourceOf(node.text), at) && then(at + 1));
      case 'assertion':
        return step() || (holds[node.sign](at) && then(at));
      case 'sequence':
        return node.items.reduceRight<Then>(
          (rest, item) => (to) => match(item, to, rest),
          then,
        )(at);
      case 'choice':
        return step() || node.options.some((option) => match(option, at, then));
      case 'repeat':
        return repeat(node, 0, at, then);
    }
  }
  function repeat(node: PatternNode & { kind: 'repeat' }, done: number, at: number, then: Then) {
    const again = (to: number): boolean =>
      to === at && done >= node.min ? false : repeat(node, done + 1, to, then);
    if (done < node.min) return match(node.item, at, again);
    return (done < node.max && match(node.item, at, again)) || then(at);
  }
  for (let start = 0; start <= text.length && steps <= most; start += 1) {
    if (match(pattern, start, () => true)) break;
  }
  return steps;
}

const sourceOf = (text: string) =>
  text.length === 1 && text !== '.'
    ? `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`
    : text;
