// A place in the bytes of JSON, from which some values are read and all others passed over.
import { type Span, spanOf } from '@attune/core';

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c];
const zero = 0x30;
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** JSON with space in it, a text with an escape, or something else than was looked for. */
export class UnusualJson extends Error {}
/** One for all: making one costs more than reading an event. */
const unusual = new UnusualJson();

/** Reads JSON as `JSON.stringify` writes it; throws `UnusualJson` where it would have to think. */
export class JsonCursor {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;

  turnTo(bytes: Buffer, at: number): void {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Visits the members of an object, behind whose brace this is. `tell` reads the value. */
  members(names: Names, tell: (name: string | undefined) => void): void {
    while (this.#bytes[this.#at] !== closeBrace) {
      this.#pass(quote);
      const from = this.#at;
      const end = this.#endOfPlainText();
      this.#pass(colon);
      tell(nameAt(names, this.#bytes, from, end));
      if (this.#bytes[this.#at] !== comma) break;
      this.#at += 1;
    }
    this.#pass(closeBrace);
  }

  /** Visits each object of an array; `tell` reads its members. */
  objects(tell: () => void): void {
    this.#pass(openBracket);
    while (this.#bytes[this.#at] === openBrace) {
      this.#at += 1;
      tell();
      if (this.#bytes[this.#at] !== comma) break;
      this.#at += 1;
    }
    this.#pass(closeBracket);
  }

  /** Where a text lies. */
  span(): Span {
    this.#pass(quote);
    const span = spanOf(this.#at, this.#endOfPlainText());
    if (span === undefined) throw unusual;
    return span;
  }

  /** A text, if it is one of these. */
  oneOf(names: Names): string | undefined {
    this.#pass(quote);
    const from = this.#at;
    return nameAt(names, this.#bytes, from, this.#endOfPlainText());
  }

  /** A whole number of at most 15 digits. */
  number(): number {
    const bytes = this.#bytes;
    const from = this.#at;
    let at = from;
    let value = 0;
    for (let byte = bytes[at]!; byte >= zero && byte < zero + 10; byte = bytes[at]!) {
      value = 10 * value + byte - zero;
      at += 1;
    }
    this.#at = at;
    const isWhole = at - from >= 1 && at - from <= 15 && this.#isAtEndOfValue();
    if (!isWhole) throw unusual;
    return value;
  }

  /** Passes over a value of any kind. */
  skip(): void {
    let depth = 0;
    do {
      const byte = this.#bytes[this.#at];
      if (byte === quote) this.#skipText();
      else if (byte === openBrace || byte === openBracket) depth += 1;
      else if (byte === closeBrace || byte === closeBracket) depth -= 1;
      else if (byte === undefined) throw unusual;
      this.#at += 1;
    } while (depth > 0 || !this.#isAtEndOfValue());
  }

  #isAtEndOfValue(): boolean {
    const byte = this.#bytes[this.#at];
    return byte === comma || byte === closeBrace || byte === closeBracket;
  }

  #pass(byte: number): void {
    if (this.#bytes[this.#at] !== byte) throw unusual;
    this.#at += 1;
  }

  /** Where a text ends that has no escape; goes behind its quote. */
  #endOfPlainText(): number {
    const bytes = this.#bytes;
    let at = this.#at;
    for (; bytes[at] !== quote; at += 1) {
      if (bytes[at] === backslash || at >= bytes.length) throw unusual;
    }
    this.#at = at + 1;
    return at;
  }

  /** From a text's first quote to its last one. */
  #skipText(): void {
    const bytes = this.#bytes;
    let at = this.#at + 1;
    for (; bytes[at] !== quote; at += 1) {
      if (bytes[at] === backslash) at += 1;
      if (at >= bytes.length) throw unusual;
    }
    this.#at = at;
  }
}

/** Names to be distinguished: the one that each length and last letter stand for, if any does. */
export type Names = readonly (Name | undefined)[];

interface Name {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const placeOf = (length: number, last: number) => 128 * length + (last & 127);

/** Names of ASCII letters; no two of one length end alike. */
export function namesOf(names: readonly string[]): Names {
  const longest = Math.max(...names.map(({ length }) => length));
  const places = Array.from<Name | undefined>({ length: placeOf(longest + 1, 0) }).fill(undefined);
  for (const name of names) {
    const place = placeOf(name.length, name.charCodeAt(name.length - 1));
    if (places[place]) throw new Error(`${name} and ${places[place].name} cannot be told apart`);
    places[place] = { name, bytes: new TextEncoder().encode(name) };
  }
  return places;
}

/** The name that lies there; undefined for any that is not looked for. */
function nameAt(names: Names, bytes: Buffer, from: number, end: number): string | undefined {
  const place = placeOf(end - from, bytes[end - 1]!);
  const known = place < names.length ? names[place] : undefined;
  if (known === undefined) return undefined;
  for (let at = 0; from + at < end; at += 1) {
    if (bytes[from + at] !== known.bytes[at]) return undefined;
  }
  return known.name;
}
