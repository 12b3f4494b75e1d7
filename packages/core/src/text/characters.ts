// What a character is: one Unicode code point, so that limits and orders agree in any language.

/** Has `text` at most `limit` characters? */
export function isWithin(text: string, limit: number): boolean {
  if (text.length <= limit) return true;
  return text.length <= 2 * limit && [...text].length <= limit;
}

/** The first `limit` characters of `text`; a surrogate pair is never cut in two. */
export function firstCharacters(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return [...text.slice(0, 2 * limit)].slice(0, limit).join('');
}

/**
 * Orders two strings by code point: negative, 0 or positive. It is the order of their UTF-8 bytes,
 * and so PostgreSQL's collation "C"; `<` on strings compares UTF-16 units and puts emoji too early.
 */
export function compareByCodePoint(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return inCodePointOrder(left) - inCodePointOrder(right);
  }
  return a.length - b.length;
}

/** Moves surrogates, which stand for U+10000 and above, behind the units U+E000 to U+FFFF. */
function inCodePointOrder(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
