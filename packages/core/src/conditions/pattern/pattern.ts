// Knows which regular expressions teammates may write, and how they are run on visitors' text.

import { estimateSteps, NESTED_REPEAT } from './cost.ts';
import { parsePattern } from './parse.ts';

/** Longest pattern, in characters. */
const MAX_PATTERN_LENGTH = 200;
/** A test reads this many characters of the text and no more. */
export const MAX_INPUT_LENGTH = 1_000;
/** Most steps that a test may take: some 20 to 200 ms, where pattern and text are both hostile. */
const MAX_STEPS = 30_000_000;

/**
 * Says why a regular expression is refused, or undefined.
 *
 * Refused: more than 200 characters, look-around, back-references, an unbounded repeat within a
 * repeat, a repeated group that matches the same text in several ways, and whatever could take
 * more than 30 million steps on 1,000 characters (docs/decisions).
 */
export function patternFault(source: string, flags: '' | 'i'): string | undefined {
  if (source.length > MAX_PATTERN_LENGTH) {
    return `must have at most ${MAX_PATTERN_LENGTH} characters`;
  }
  try {
    new RegExp(source, flags);
  } catch {
    return 'is not a regular expression';
  }
  const parsed = parsePattern(source, flags);
  if ('fault' in parsed) return parsed.fault;
  const steps = estimateSteps(parsed.pattern, MAX_INPUT_LENGTH);
  if (steps === NESTED_REPEAT) {
    return 'repeats a part that could match the same text in several ways';
  }
  if (steps <= MAX_STEPS) return undefined;
  return (
    'could take too long: begin it with ^, use [^x]* up to the next x in place of .*, ' +
    'or split it into several conditions'
  );
}

/** Compiles a pattern without fault into a test of text; only its first 1,000 characters count. */
export function compilePattern(source: string, flags: '' | 'i'): (text: string) => boolean {
  const expression = new RegExp(source, flags);
  return (text) =>
    expression.test(text.length > MAX_INPUT_LENGTH ? text.slice(0, MAX_INPUT_LENGTH) : text);
}
