// Knows how a regular expression is built up, as far as its cost depends on it.

/** A set of characters: bits 0-127 ASCII, OTHER for everything else, END for the end of text. */
export type CharacterSet = bigint;

const OTHER = 1n << 128n;
export const END = 1n << 129n;
export const ANYTHING = (1n << 130n) - 1n;

export type PatternNode =
  /** `text` is the part of the pattern that says which characters match. */
  | { kind: 'character'; set: CharacterSet; text: string }
  | { kind: 'assertion'; sign: '^' | '$' | '\\b' | '\\B' }
  | { kind: 'sequence'; items: PatternNode[] }
  | { kind: 'choice'; options: PatternNode[] }
  | { kind: 'repeat'; item: PatternNode; min: number; max: number };

interface Cursor {
  source: string;
  at: number;
  flags: '' | 'i';
  fault?: string;
}

const GROUP_START = /\((?:\?(?::|<[^=!>]*>))?/y;
const QUANTIFIER = /(?:([*+?])|\{([0-9]+)(,?)([0-9]*)\})\??/y;
const ESCAPE = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|0[0-7]{0,2}|[\s\S])/y;
/** Escapes and classes in which, without the flag u, there is no character beyond ASCII. */
const ASCII_ONLY = /^(?:\\[dw]|\\[ -/:-@[-`{-~]|\[(?!\^)(?:[ -Z^-~[]|\\[dw]|\\[ -/:-@[-`{-~])*\])$/;
const CLASS = /\[(?:\\[\s\S]|[^\]\\])*\]/y;

/** Parses an expression that RegExp accepts; look-around and back-references are faults. */
export function parsePattern(
  source: string,
  flags: '' | 'i',
): { pattern: PatternNode } | { fault: string } {
  const cursor: Cursor = { source, at: 0, flags };
  const pattern = parseChoice(cursor);
  return cursor.fault === undefined ? { pattern } : { fault: cursor.fault };
}

/** Notes a fault and ends the reading, since nothing after it matters. */
function refuse(cursor: Cursor, fault: string): PatternNode {
  cursor.fault = fault;
  cursor.at = cursor.source.length;
  return { kind: 'sequence', items: [] };
}

function parseChoice(cursor: Cursor): PatternNode {
  const options = [parseSequence(cursor)];
  while (cursor.source[cursor.at] === '|') {
    cursor.at += 1;
    options.push(parseSequence(cursor));
  }
  return options.length === 1 ? (options[0] as PatternNode) : { kind: 'choice', options };
}

function parseSequence(cursor: Cursor): PatternNode {
  const items: PatternNode[] = [];
  while (cursor.at < cursor.source.length && !'|)'.includes(cursor.source[cursor.at] as string)) {
    items.push(parseRepeat(cursor));
  }
  return { kind: 'sequence', items };
}

function parseRepeat(cursor: Cursor): PatternNode {
  const item = parseAtom(cursor);
  const quantifier = take(cursor, QUANTIFIER);
  if (quantifier === null) return item;
  const [, sign, least, comma, most] = quantifier;
  if (sign === '?') return { kind: 'repeat', item, min: 0, max: 1 };
  if (sign) return { kind: 'repeat', item, min: sign === '+' ? 1 : 0, max: Infinity };
  const min = Number(least);
  return { kind: 'repeat', item, min, max: comma ? (most ? Number(most) : Infinity) : min };
}

function parseAtom(cursor: Cursor): PatternNode {
  const character = cursor.source[cursor.at] as string;
  if (character === '(') return parseGroup(cursor);
  if (character === '^' || character === '$') {
    cursor.at += 1;
    return { kind: 'assertion', sign: character };
  }
  if (character === '\\') return parseEscape(cursor);
  const text = character === '[' ? (take(cursor, CLASS)?.[0] ?? '[') : character;
  if (text.length === 1) cursor.at += 1;
  return { kind: 'character', set: charactersOf(text, cursor.flags), text };
}

function parseGroup(cursor: Cursor): PatternNode {
  const start = take(cursor, GROUP_START)?.[0];
  if (start === '(' && cursor.source[cursor.at] === '?') {
    return refuse(cursor, 'must not look ahead or behind, nor change its flags');
  }
  const inner = parseChoice(cursor);
  cursor.at += 1;
  return inner;
}

function parseEscape(cursor: Cursor): PatternNode {
  const text = take(cursor, ESCAPE)?.[0] ?? '\\';
  if (/^\\[1-9kc]/.test(text)) return refuse(cursor, 'must not refer back to a group, nor use \\c');
  if (text === '\\b' || text === '\\B') return { kind: 'assertion', sign: text };
  return { kind: 'character', set: charactersOf(text, cursor.flags), text };
}

/** Asks the engine itself which ASCII characters match; of others, supposes that some do. */
function charactersOf(text: string, flags: '' | 'i'): CharacterSet {
  const isLiteral = text.length === 1 && text !== '.';
  if (isLiteral && text.charCodeAt(0) > 127) return OTHER;
  const expression = isLiteral ? null : new RegExp(`^${text}$`, flags);
  const folded = flags === 'i' ? text.toLowerCase() : text;
  let set = expression === null || ASCII_ONLY.test(text) ? 0n : OTHER;
  for (let code = 0; code < 128; code += 1) {
    const character = String.fromCharCode(code);
    const same = (flags === 'i' ? character.toLowerCase() : character) === folded;
    if (expression === null ? same : expression.test(character)) set |= 1n << BigInt(code);
  }
  return set;
}

function take(cursor: Cursor, expression: RegExp): RegExpExecArray | null {
  expression.lastIndex = cursor.at;
  const found = expression.exec(cursor.source);
  if (found !== null) cursor.at += found[0].length;
  return found;
}
