// Which rows may contain a text: byte by byte, and decoded only where it is more than ASCII.
import { folded } from '../../text/folded.ts';
import { textOf } from './bytes.ts';
import {
  codeAt,
  emptyChunk,
  kinds,
  segmentMask,
  segmentShift,
  textEnd,
  textStart,
} from './chunk.ts';
import type { ColumnStore } from './column-store.ts';

/** A part of a folded text as it is looked for; in both cases where it is ASCII. */
interface Needle {
  readonly text: string;
  /** Undefined: no text of ASCII has it. */
  readonly bytes: { readonly lower: Uint8Array; readonly upper: Uint8Array } | undefined;
}

/** Prepares to ask of many rows whether their text may hold another one, however it is written. */
export function textFilter(
  { chunks, values }: ColumnStore,
  wanted: string,
): (row: number) => boolean {
  const needle = needleOf(wanted);
  const { pool } = values;
  /** Of each code that is there now: not looked at, no, yes. */
  const known = new Uint8Array(pool.end);
  const ofCode = (code: number): boolean => {
    if (known[code]) return known[code] === 2;
    const is = holds(pool.bytes, pool.starts[code]!, pool.starts[code + 1]!, needle);
    if (code < known.length) known[code] = is ? 2 : 1;
    return is;
  };
  return (row) => {
    const chunk = chunks[row >>> segmentShift] ?? emptyChunk;
    const offset = row & segmentMask;
    if (chunk.kind === kinds.plain || chunk.kind === kinds.plainOpen) {
      return holds(chunk.small, textStart(chunk, offset), textEnd(chunk, offset), needle);
    }
    const code = codeAt(chunk, offset);
    return code !== 0 && ofCode(code);
  };
}

/** The longest part without characters that JSON writes otherwise. */
function needleOf(wanted: string): Needle {
  const parts = JSON.stringify(folded(wanted))
    .slice(1, -1)
    .split(/\\(?:u.{4}|.)/);
  const text = parts.reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  if (!/^[\0-\x7f]*$/.test(text)) return { text, bytes: undefined };
  const bytes = (of: string) => new TextEncoder().encode(of);
  return { text, bytes: { lower: bytes(text), upper: bytes(text.toUpperCase()) } };
}

function holds(bytes: Uint8Array, from: number, to: number, needle: Needle): boolean {
  if (needle.text === '') return true;
  if (needle.bytes && holdsAscii(bytes, from, to, needle.bytes)) return true;
  for (let at = from; at < to; at += 1) {
    if (bytes[at]! >= 0x80) return folded(textOf(bytes, from, to)).includes(needle.text);
  }
  return false;
}

function holdsAscii(
  bytes: Uint8Array,
  from: number,
  to: number,
  { lower, upper }: NonNullable<Needle['bytes']>,
): boolean {
  const { length } = lower;
  const [low, up] = [lower[0], upper[0]];
  for (let at = from; at <= to - length; at += 1) {
    const byte = bytes[at];
    if (byte !== low && byte !== up) continue;
    let next = 1;
    while (next < length && isEither(bytes[at + next], lower[next], upper[next])) next += 1;
    if (next >= length) return true;
  }
  return false;
}

const isEither = (byte: number | undefined, one: number | undefined, other: number | undefined) =>
  byte === one || byte === other;
