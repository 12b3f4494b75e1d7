// Where a cell ends that stands in a line as it would be kept, found without parsing the line.
import { type ColumnKind, publishTime } from './column.ts';

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const SPACE = 32;
const OPEN = 91;
const CLOSE = 93;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
/** What so many digits say, a number keeps, and says again in the same digits. */
const DIGITS_MAX = 15;
const TIME_MAX = 40;

/** A cell that says nothing, so that the item goes without it. */
export const nothing = -1;
/** A cell that must be parsed: it may be kept in other words, or be at fault. */
export const notPlain = -2;

/**
 * The place behind the value at `at`, whose bytes are what is kept of it, save spaces between the
 * elements of an array; or `nothing` or `notPlain`. The bytes up to `end` are UTF-8.
 */
export function plainCell(
  { type, limit }: ColumnKind,
  source: Uint8Array,
  at: number,
  end: number,
): number {
  if (type === 'any') {
    return source[at] === OPEN
      ? listEnd(source, at, end, limit, false)
      : scalarEnd(source, at, end, limit);
  }
  const first = source[at];
  if (first === 110 && wordEnd(source, at, end) !== notPlain) return nothing;
  if (type === 'flag') return first === 116 || first === 102 ? wordEnd(source, at, end) : notPlain;
  if (type === 'price') return first === MINUS ? notPlain : numberEnd(source, at, end);
  if (type === 'time') return timeEnd(source, at, end);
  if (type === 'list') return first === OPEN ? listEnd(source, at, end, limit, true) : notPlain;
  if (first !== QUOTE) return notPlain;
  const after = stringEnd(source, at, end, limit);
  if (after === notPlain || beginsBlank(source, at + 1)) return notPlain;
  return type === 'sku' && endsBlank(source, after - 1) ? notPlain : after;
}

/** Behind the closing quote of a string without escapes; every character is at least a byte. */
function stringEnd(source: Uint8Array, start: number, end: number, limit: number): number {
  for (let at = start + 1; at < end; at += 1) {
    const byte = source[at]!;
    if (byte === QUOTE) return at - start - 1 <= limit ? at + 1 : notPlain;
    if (byte < SPACE || byte === BACKSLASH) return notPlain;
  }
  return notPlain;
}

function scalarEnd(source: Uint8Array, at: number, end: number, limit: number): number {
  const first = source[at]!;
  if (first === QUOTE) return stringEnd(source, at, end, limit);
  return first > NINE ? wordEnd(source, at, end) : numberEnd(source, at, end);
}

const words = ['true', 'false', 'null'].map((word) =>
  Uint8Array.from(word, (letter) => letter.charCodeAt(0)),
);

function wordEnd(source: Uint8Array, at: number, end: number): number {
  for (const word of words) {
    let read = 0;
    while (read < word.length && source[at + read] === word[read]) read += 1;
    if (read === word.length && at + read < end) return at + read;
  }
  return notPlain;
}

/** Behind a number that is written as JavaScript writes it. */
function numberEnd(source: Uint8Array, start: number, end: number): number {
  const first = source[start] === MINUS ? start + 1 : start;
  let at = first;
  while (at < end && isDigit(source[at]!)) at += 1;
  const whole = at - first;
  const isZero = whole === 1 && source[first] === ZERO;
  if (whole === 0 || (source[first] === ZERO && !isZero)) return notPlain;
  let fraction = 0;
  if (source[at] === DOT) {
    at += 1;
    const point = at;
    while (at < end && isDigit(source[at]!)) at += 1;
    fraction = at - point;
    if (fraction === 0 || source[at - 1] === ZERO) return notPlain;
    // Smaller numbers are written with an exponent.
    if (isZero && fraction > 6) return notPlain;
  } else if (isZero && first !== start) return notPlain;
  if (whole + fraction > DIGITS_MAX || at >= end) return notPlain;
  // An exponent follows, or what is no JSON.
  const next = source[at]!;
  return next === COMMA || next === CLOSE || next === 125 || next === SPACE ? at : notPlain;
}

function timeEnd(source: Uint8Array, at: number, end: number): number {
  const isText = source[at] === QUOTE;
  const after = isText ? stringEnd(source, at, end, TIME_MAX) : numberEnd(source, at, end);
  if (after === notPlain) return notPlain;
  const text = String.fromCharCode(
    ...source.subarray(isText ? at + 1 : at, isText ? after - 1 : after),
  );
  return publishTime(isText ? text : Number(text)) === undefined ? notPlain : after;
}

const isDigit = (byte: number) => byte >= ZERO && byte <= NINE;

/** Behind an array of scalars; of strings that need no trimming, at least one, where so wished. */
function listEnd(
  source: Uint8Array,
  start: number,
  end: number,
  limit: number,
  isOfTexts: boolean,
): number {
  let at = skipSpaces(source, start + 1);
  if (source[at] === CLOSE) return isOfTexts ? notPlain : at + 1;
  for (;;) {
    const after = isOfTexts && source[at] !== QUOTE ? notPlain : scalarEnd(source, at, end, limit);
    if (after === notPlain) return notPlain;
    if (isOfTexts && (beginsBlank(source, at + 1) || endsBlank(source, after - 1))) return notPlain;
    at = skipSpaces(source, after);
    if (source[at] === CLOSE) return at < end ? at + 1 : notPlain;
    if (source[at] !== COMMA) return notPlain;
    at = skipSpaces(source, at + 1);
  }
}

/** The first place from `at` on that is no space. */
export function skipSpaces(source: Uint8Array, at: number): number {
  let next = at;
  while (source[next] === SPACE) next += 1;
  return next;
}

/** May white space begin here, or the string end? */
function beginsBlank(source: Uint8Array, at: number): boolean {
  const byte = source[at]!;
  return byte === SPACE || byte === QUOTE || isWideSpace(byte, source[at + 1]!);
}

/** May white space end before here? */
function endsBlank(source: Uint8Array, at: number): boolean {
  const last = source[at - 1]!;
  if (last < 0x80) return last === SPACE || last === QUOTE;
  const two = source[at - 2]!;
  const three = source[at - 3]!;
  return isWideSpace(two, last) || (three >= 0xe0 && isWideSpace(three, two));
}

/** Are these the first bytes of white space beyond ASCII, or of a neighbour of it? */
function isWideSpace(lead: number, next: number): boolean {
  if (lead < 0xc2) return false;
  return (
    (lead === 0xc2 && next === 0xa0) ||
    (lead === 0xe1 && next === 0x9a) ||
    (lead === 0xe2 && (next === 0x80 || next === 0x81)) ||
    (lead === 0xe3 && next === 0x80) ||
    (lead === 0xef && next === 0xbb)
  );
}
