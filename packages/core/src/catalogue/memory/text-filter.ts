// Which rows may contain a text: compared byte by byte, without decoding any value.
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

/** A text as it is looked for: in both cases, as it stands in JSON. */
interface Needle {
  readonly lower: Uint8Array;
  readonly upper: Uint8Array;
}

/** Prepares to ask of many rows whether their text may hold another one, whatever the case. */
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

/** The longest part that is ASCII: of other characters only those who read them know the cases. */
function needleOf(wanted: string): Needle {
  const parts = JSON.stringify(wanted)
    .slice(1, -1)
    .split(/[^\0-\x7f]+/);
  const part = parts.reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  const bytes = (text: string) => new TextEncoder().encode(text);
  return { lower: bytes(part.toLowerCase()), upper: bytes(part.toUpperCase()) };
}

function holds(bytes: Uint8Array, from: number, to: number, { lower, upper }: Needle): boolean {
  const { length } = lower;
  const [low, up] = [lower[0], upper[0]];
  for (let at = from; at <= to - length; at += 1) {
    const byte = bytes[at];
    if (byte !== low && byte !== up) continue;
    let next = 1;
    while (next < length && isEither(bytes[at + next], lower[next], upper[next])) next += 1;
    if (next >= length) return true;
  }
  return length === 0;
}

const isEither = (byte: number | undefined, one: number | undefined, other: number | undefined) =>
  byte === one || byte === other;
