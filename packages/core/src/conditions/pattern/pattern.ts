// Knows which regular expressions teammates may write, and how they are run on visitors' text.

import { compileAutomaton } from './automaton.ts';
import { estimateSteps, expandedParts } from './cost.ts';
import { type PatternNode, parsePattern } from './parse.ts';

/** Longest pattern, in characters. */
const MAX_PATTERN_LENGTH = 200;
/** A test reads this many characters of the text and no more. */
export const MAX_INPUT_LENGTH = 1_000;
/** Most parts, once counted repeats are written out. */
export const MAX_PARTS = 1_000;
/** Most parts where only the automaton will do: it may take a step for each at each character. */
const MAX_AUTOMATON_PARTS = 200;
/** Most steps that RegExp is let take on one text: some milliseconds at most. */
const MAX_STEPS = 400_000;
/** Lengths of text for which RegExp's steps are estimated. */
const LENGTHS: readonly number[] = [MAX_INPUT_LENGTH, 400, 200, 100, 50];

/**
 * Says why a regular expression is refused, or undefined.
 *
 * Refused: more than 200 characters, look-around, back-references, counted repeats that amount to
 * more than 1,000 parts, or to more than 200 where RegExp could take long (docs/decisions).
 */
export function patternFault(source: string, flags: '' | 'i'): string | undefined {
  const read = readPattern(source, flags);
  return 'fault' in read ? read.fault : undefined;
}

/** Compiles a pattern without fault into a test of text; only its first 1,000 characters count. */
export function compilePattern(source: string, flags: '' | 'i'): (text: string) => boolean {
  const read = readPattern(source, flags);
  if ('fault' in read) throw new Error(`The pattern ${read.fault}.`);
  const { pattern, expression, safeLength } = read;
  let automaton: ((text: string) => boolean) | undefined;
  return (text) => {
    if (text.length <= safeLength) return expression.test(text);
    const start = text.length > MAX_INPUT_LENGTH ? text.slice(0, MAX_INPUT_LENGTH) : text;
    if (safeLength === MAX_INPUT_LENGTH) return expression.test(start);
    automaton ??= compileAutomaton(pattern, flags);
    return automaton(start);
  };
}

interface ReadPattern {
  readonly pattern: PatternNode;
  readonly expression: RegExp;
  /** Up to how many characters RegExp backtracks over in no time, whatever they are. */
  readonly safeLength: number;
}

function readPattern(source: string, flags: '' | 'i'): ReadPattern | { fault: string } {
  if (source.length > MAX_PATTERN_LENGTH) {
    return { fault: `must have at most ${MAX_PATTERN_LENGTH} characters` };
  }
  let expression: RegExp;
  try {
    expression = new RegExp(source, flags);
  } catch {
    return { fault: 'is not a regular expression' };
  }
  const parsed = parsePattern(source, flags);
  if ('fault' in parsed) return parsed;
  const { pattern } = parsed;
  const parts = expandedParts(pattern);
  if (parts > MAX_PARTS) return { fault: `has repeats of more than ${MAX_PARTS} parts in all` };
  const isSafe = (length: number) => estimateSteps(pattern, length) <= MAX_STEPS;
  const safeLength = LENGTHS.find(isSafe) ?? 0;
  if (safeLength < MAX_INPUT_LENGTH && parts > MAX_AUTOMATON_PARTS) {
    const most = `repeats of more than ${MAX_AUTOMATON_PARTS} parts in all`;
    return { fault: `could take too long: it has ${most}; begin it with ^, or repeat less` };
  }
  return { pattern, expression, safeLength };
}
