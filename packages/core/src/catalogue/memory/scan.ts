// Finds the members of a JSON object and the elements of an array, in well-formed bytes.

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const space = 0x20;

/** Called for a member: where its key is, with its quotes, and where its value is. */
export type Member = (keyFrom: number, keyTo: number, from: number, to: number) => void;

/** Calls back for each member of the object in the bytes, in order. */
export function scanObject(bytes: Uint8Array, length: number, member: Member): void {
  let at = expect(bytes, skipSpace(bytes, 0), openBrace);
  at = skipSpace(bytes, at);
  while (at < length && bytes[at] !== closeBrace) {
    const keyTo = endOfText(bytes, at);
    const from = skipSpace(bytes, expect(bytes, skipSpace(bytes, keyTo), 0x3a));
    const to = endOfValue(bytes, from);
    member(at, keyTo, from, to);
    at = skipSpace(bytes, to);
    if (bytes[at] === comma) at = skipSpace(bytes, at + 1);
  }
  expect(bytes, at, closeBrace);
}

/** Calls back for each element of the array in the bytes: where it is. */
export function scanArray(
  bytes: Uint8Array,
  start: number,
  element: (from: number, to: number) => void,
): void {
  let at = skipSpace(bytes, expect(bytes, start, openBracket));
  while (at < bytes.length && bytes[at] !== closeBracket) {
    const to = endOfValue(bytes, at);
    element(at, to);
    at = skipSpace(bytes, to);
    if (bytes[at] === comma) at = skipSpace(bytes, at + 1);
  }
}

function endOfValue(bytes: Uint8Array, from: number): number {
  const first = bytes[from]!;
  if (first === quote) return endOfText(bytes, from);
  if (first === openBracket || first === openBrace) return endOfContainer(bytes, from);
  let at = from;
  // Digits, letters, sign and point all lie above the comma and below the brackets, or beside.
  while (at < bytes.length && !isEnd(bytes[at]!)) at += 1;
  return at;
}

const isEnd = (byte: number) =>
  byte === comma || byte === closeBrace || byte === closeBracket || byte <= space;

function endOfText(bytes: Uint8Array, from: number): number {
  let at = expect(bytes, from, quote);
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) return at + 1;
    if (byte === backslash) at += 1;
  }
  throw new Error('a text does not end');
}

function endOfContainer(bytes: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; ) {
    const byte = bytes[at]!;
    if (byte === quote) {
      at = endOfText(bytes, at);
      continue;
    }
    at += 1;
    if (byte === openBracket || byte === openBrace) depth += 1;
    else if (byte === closeBracket || byte === closeBrace) depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error('a list or an object does not end');
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at]! <= space) at += 1;
  return at;
}

function expect(bytes: Uint8Array, at: number, byte: number): number {
  if (bytes[at] !== byte) throw new Error(`not JSON as it is stored, at byte ${at}`);
  return at + 1;
}
