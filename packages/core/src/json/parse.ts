// JSON read without loss. What a double would round stays a raw number, which is written as it was.
import { isHeld, rawNumber } from './numbers.ts';

type Revive = (name: string, value: unknown, context: { readonly source?: string }) => unknown;

/** With the source text of what is no object and no list, as ECMAScript 2026 has it. */
const parseWith = JSON.parse as (text: string, revive: Revive) => unknown;

/** A double holds every number of up to 15 digits and an exponent of up to 2. */
const digitsHeld = 15;
const longExponent = /\d[eE][-+]?\d{3}/;
/** Any other number, and not a text of digits. */
const unheldNumber = /(?:^|[[:,\s])-?\d(?:[\d.]{15}|[\d.]*[eE])/;

/** May there be a number that a double cannot hold? Almost free where there is no long run. */
const maybeUnheld = (text: string) =>
  (hasLongRun(text) || longExponent.test(text)) && unheldNumber.test(text);

/** Are there more than so many digits and points in a row? One of them is at a place looked at. */
function hasLongRun(text: string): boolean {
  const isPart = (at: number) => {
    const code = text.charCodeAt(at);
    return (code >= 48 && code <= 57) || code === 46;
  };
  for (let at = digitsHeld; at < text.length; at += digitsHeld + 1) {
    if (!isPart(at)) continue;
    let from = at;
    while (isPart(from - 1)) from -= 1;
    let to = at + 1;
    while (isPart(to)) to += 1;
    if (to - from > digitsHeld) return true;
  }
  return false;
}

/** A number that would be written otherwise than it is, or a name that JavaScript puts first. */
const maybeRewritten = RegExp(
  [
    // Of many digits, with an exponent, with a last digit 0 behind the point; below 0.000001; -0.
    /(?:^|[[:,\s])-?\d(?:[\d.]{15}|[\d.]*[eE]|\d*\.\d*0(?!\d)|\.0{6})/,
    /(?:^|[[:,\s])-0(?![\d.])/,
    /"\d{1,10}"\s*:|\\u003\d/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/**
 * Reads JSON. A number that a double cannot hold becomes a `RawNumber`. `plain`: what the plain
 * parser has made of the text already, which is given back where it is right.
 */
export function parseExact(text: string, plain?: unknown): unknown {
  if (!maybeUnheld(text)) return plain === undefined ? JSON.parse(text) : plain;
  return parseWith(text, (_name, value, { source }) =>
    typeof value === 'number' && !isHeld(source!) ? rawNumber(source!) : value,
  );
}

/**
 * Reads JSON so that `JSON.stringify` gives it back as it was but for white space: numbers that it
 * would write otherwise become raw, such as 1.0, and objects keep the order of their members.
 * `plain` as above.
 */
export function parseWritten(text: string, plain: unknown = JSON.parse(text)): unknown {
  if (!maybeRewritten.test(text)) return plain;
  return parseWith(marked(text), (_name, value, { source }) => {
    if (typeof value === 'number') return String(value) === source ? value : rawNumber(source!);
    return isMarked(value) ? inOrder(value) : value;
  });
}

/** No text that is stored has it; one that has it keeps no order. */
const mark = '\0';
const texts = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/**
 * Puts a mark before names that JavaScript would put first, in the order of their numbers. The text
 * is JSON: in any other one, quotes without an end would each be read to the end of it.
 */
function marked(text: string): string {
  if (text.includes('\\u0000')) return text;
  return text.replace(texts, (found, colon?: string) => {
    if (colon === undefined || !/[\d\\]/.test(found[1]!)) return found;
    const name: string = JSON.parse(found.slice(0, found.length - colon.length));
    return isIndex(name) ? `"\\u0000${name}"${colon}` : found;
  });
}

/** Of an element of a list: what ECMAScript calls an array index. */
const isIndex = (name: string) => /^(0|[1-9]\d{0,9})$/.test(name) && Number(name) < 2 ** 32 - 1;

const isMarked = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).some((name) => name.startsWith(mark));

/** The object without marks, whose members come in the order in which they were written. */
function inOrder(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [
    name.startsWith(mark) ? name.slice(mark.length) : name,
    member,
  ]);
  const order = members.map(([name]) => name);
  return new Proxy(Object.fromEntries(members), {
    ownKeys: (object) =>
      [...new Set([...order, ...Reflect.ownKeys(object)])].filter((name) =>
        Object.hasOwn(object, name),
      ),
  });
}
