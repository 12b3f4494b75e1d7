// One column of 4,096 rows: codes, text or numbers, each in as few bytes as they need.
import { append, type Bytes } from './bytes.ts';
import { pack } from './numbers.ts';

/** Rows of a segment: a power of two, small enough to be packed between two requests. */
export const segmentRows = 4_096;
export const segmentShift = 12;
export const segmentMask = segmentRows - 1;

/** How a chunk's cells lie. While rows are added, codes are `codes32` and numbers `doubles`. */
export const kinds = {
  empty: 0,
  codes8: 1,
  codes16: 2,
  codes32: 3,
  /** JSON text in `small`, of which `large` says the starts. */
  plain: 4,
  /** The same while rows are added: `large` has the start and the end of each. */
  plainOpen: 5,
  packed8: 6,
  packed16: 7,
  packed32: 8,
  doubles: 9,
} as const;

/** All chunks have the same members, so that reading one is as fast as reading another. */
export interface Chunk {
  kind: number;
  small: Uint8Array;
  middle: Uint16Array;
  large: Uint32Array;
  doubles: Float64Array;
  base: number;
  scale: number;
  /** Of `small`, while rows are added. */
  used: number;
}

const nothing = {
  small: new Uint8Array(0),
  middle: new Uint16Array(0),
  large: new Uint32Array(0),
  doubles: new Float64Array(0),
};

/** A chunk without a cell; each caller that adds some gets one of its own. */
export function openChunk(): Chunk {
  return { kind: kinds.empty, ...nothing, base: 0, scale: 1, used: 0 };
}

/** Stands for all rows of a segment that a column does not fill. */
export const emptyChunk: Chunk = Object.freeze(openChunk());

/** Adds a cell to an open chunk of codes; the rows before that were left out have none. */
export function putCode(chunk: Chunk, offset: number, code: number): void {
  chunk.kind = kinds.codes32;
  if (offset >= chunk.large.length) chunk.large = longer(chunk.large, offset + 1);
  chunk.large[offset] = code;
}

/** Adds a cell to an open chunk of numbers. */
export function putNumber(chunk: Chunk, offset: number, number: number): void {
  chunk.kind = kinds.doubles;
  if (offset >= chunk.doubles.length) {
    const had = chunk.doubles.length;
    const doubles = new Float64Array(capacity(offset + 1));
    doubles.set(chunk.doubles);
    chunk.doubles = doubles.fill(Number.NaN, had);
  }
  chunk.doubles[offset] = number;
}

/** Adds a cell to an open chunk of text. */
export function putText(
  chunk: Chunk,
  offset: number,
  bytes: Uint8Array,
  from: number,
  to: number,
): void {
  chunk.kind = kinds.plainOpen;
  if (2 * offset + 1 >= chunk.large.length) chunk.large = longer(chunk.large, 2 * offset + 2);
  const room: Bytes = { data: chunk.small, used: chunk.used };
  append(room, bytes, from, to);
  chunk.large[2 * offset] = chunk.used;
  chunk.large[2 * offset + 1] = room.used;
  chunk.small = room.data;
  chunk.used = room.used;
}

const capacity = (least: number) => {
  let size = 16;
  while (size < least) size *= 2;
  return size;
};

function longer(array: Uint32Array, least: number): Uint32Array {
  const larger = new Uint32Array(capacity(least));
  larger.set(array);
  return larger;
}

/** Packs an open chunk whose segment is full. What its cells say stays the same. */
export function packChunk(chunk: Chunk): void {
  if (chunk.kind === kinds.codes32) packCodes(chunk);
  else if (chunk.kind === kinds.plainOpen) packText(chunk);
  else if (chunk.kind === kinds.doubles) packNumbers(chunk);
}

function packCodes(chunk: Chunk): void {
  const codes = filledUp(chunk.large, segmentRows);
  let most = 0;
  for (const code of codes) if (code > most) most = code;
  if (most <= 0xff) become(chunk, kinds.codes8, { small: Uint8Array.from(codes) });
  else if (most <= 0xffff) become(chunk, kinds.codes16, { middle: Uint16Array.from(codes) });
  else become(chunk, kinds.codes32, { large: codes });
}

function packText(chunk: Chunk): void {
  const { large } = chunk;
  const starts = new Uint32Array(segmentRows + 1);
  // Cells were added in the order of their rows.
  for (let offset = 0; offset < segmentRows; offset += 1) {
    const end = large[2 * offset + 1] ?? 0;
    starts[offset + 1] = end === 0 ? starts[offset]! : end;
  }
  become(chunk, kinds.plain, { large: starts, small: chunk.small.slice(0, chunk.used) });
}

function packNumbers(chunk: Chunk): void {
  const had = chunk.doubles.length;
  const doubles = new Float64Array(segmentRows).fill(Number.NaN, had);
  doubles.set(chunk.doubles);
  const packed = pack(doubles);
  if (!packed) {
    become(chunk, kinds.doubles, { doubles });
    return;
  }
  const { data, base, scale } = packed;
  if (data instanceof Uint8Array) become(chunk, kinds.packed8, { small: data, base, scale });
  else if (data instanceof Uint16Array)
    become(chunk, kinds.packed16, { middle: data, base, scale });
  else become(chunk, kinds.packed32, { large: data, base, scale });
}

function become(chunk: Chunk, kind: number, to: Partial<Chunk>): void {
  Object.assign(chunk, nothing, { base: 0, scale: 1, used: 0 }, to, { kind });
}

function filledUp(array: Uint32Array, length: number): Uint32Array {
  if (array.length === length) return array;
  const filled = new Uint32Array(length);
  filled.set(array.subarray(0, length));
  return filled;
}

/** Are its cells codes, or is there none? */
export const isCoded = ({ kind }: Chunk) => kind <= kinds.codes32;

/** The codes of its cells; undefined where they are none. */
export function codesOf(chunk: Chunk): Uint8Array | Uint16Array | Uint32Array | undefined {
  if (chunk.kind === kinds.codes8) return chunk.small;
  if (chunk.kind === kinds.codes16) return chunk.middle;
  return chunk.kind === kinds.codes32 ? chunk.large : undefined;
}

/** The code of a cell; 0 where there is none, or no code. */
export function codeAt(chunk: Chunk, offset: number): number {
  switch (chunk.kind) {
    case kinds.codes8:
      return chunk.small[offset]!;
    case kinds.codes16:
      return chunk.middle[offset]!;
    case kinds.codes32:
      return chunk.large[offset] ?? 0;
    default:
      return 0;
  }
}

/** The number of a cell; NaN where there is none, or no number. */
export function numberAt(chunk: Chunk, offset: number): number {
  switch (chunk.kind) {
    case kinds.packed8:
      return unpack(chunk, chunk.small[offset]!, 0xff);
    case kinds.packed16:
      return unpack(chunk, chunk.middle[offset]!, 0xffff);
    case kinds.packed32:
      return unpack(chunk, chunk.large[offset]!, 0xffff_ffff);
    case kinds.doubles:
      return chunk.doubles[offset] ?? Number.NaN;
    default:
      return Number.NaN;
  }
}

/** The largest number of the type stands for none. */
function unpack({ base, scale }: Chunk, packed: number, none: number): number {
  return packed === none ? Number.NaN : (base + packed) / scale;
}

/** Where a cell's text begins in `small`; it ends at `textEnd`, which is the same for none. */
export function textStart(chunk: Chunk, offset: number): number {
  if (chunk.kind === kinds.plain) return chunk.large[offset]!;
  return chunk.kind === kinds.plainOpen ? (chunk.large[2 * offset] ?? 0) : 0;
}

/** Where a cell's text ends in `small`. */
export function textEnd(chunk: Chunk, offset: number): number {
  if (chunk.kind === kinds.plain) return chunk.large[offset + 1]!;
  return chunk.kind === kinds.plainOpen ? (chunk.large[2 * offset + 1] ?? 0) : 0;
}

/** Has the row a value? */
export function isFilled(chunk: Chunk, offset: number): boolean {
  const { kind } = chunk;
  if (kind === kinds.empty) return false;
  if (kind <= kinds.codes32) return codeAt(chunk, offset) !== 0;
  if (kind <= kinds.plainOpen) return textEnd(chunk, offset) > textStart(chunk, offset);
  const number = numberAt(chunk, offset);
  return !Number.isNaN(number);
}

/** How much memory it takes. */
export function chunkBytes({ small, middle, large, doubles }: Chunk): number {
  return small.byteLength + middle.byteLength + large.byteLength + doubles.byteLength;
}
