// A column of a feed: its chunks one after the other, and how its next cells are kept.
import { append, areSame, type Bytes, reserve, textOf, writeText } from './bytes.ts';
import {
  type Chunk,
  chunkBytes,
  codeAt,
  emptyChunk,
  isFilled,
  kinds,
  numberAt,
  openChunk,
  packChunk,
  putCode,
  putNumber,
  putText,
  segmentMask,
  segmentRows,
  segmentShift,
  textEnd,
  textStart,
} from './chunk.ts';
import { isNumber, readNumber } from './numbers.ts';
import { addTo } from './pool.ts';
import type { Postings } from './postings.ts';
import { makeValues, type Values } from './values.ts';

export interface ColumnStore {
  readonly name: string;
  /** `"name":` in UTF-8. */
  readonly key: Uint8Array;
  readonly values: Values;
  readonly chunks: Chunk[];
  mode: 'unknown' | 'numbers' | 'coded' | 'plain';
  /** How many values there were when the open segment began. */
  knownBefore: number;
  /** Of all rows before `indexed`; absent where not all cells are codes. */
  postings: Postings | undefined;
}

/** Of so many values of a segment, more than this share being new means that they hardly repeat. */
const uniqueShare = 0.7;
const uniqueLeast = 256;
/** What items are grouped by is asked for by value, however few share one. */
const alwaysCoded = new Set(['group_id']);

/** A column without a cell, beside so many segments that are there already. */
export function makeColumn(name: string, segments: number): ColumnStore {
  const key = new TextEncoder().encode(`${JSON.stringify(name)}:`);
  return columnWith({ name, key, values: makeValues() }, Array(segments).fill(emptyChunk));
}

/** A column of the same values and other chunks. */
export function columnWith(
  { name, key, values }: Pick<ColumnStore, 'name' | 'key' | 'values'>,
  chunks: Chunk[],
  mode: ColumnStore['mode'] = name === 'sku' ? 'plain' : 'unknown',
): ColumnStore {
  return { name, key, values, chunks, mode, knownBefore: values.pool.end, postings: undefined };
}

/** Begins a segment. */
export function openSegment(column: ColumnStore): void {
  column.chunks.push(openChunk());
  column.knownBefore = column.values.pool.end;
}

/** Packs the segment that is full now, and learns from it how to keep the next one. */
export function packSegment(column: ColumnStore): void {
  const last = column.chunks.length - 1;
  const chunk = column.chunks[last]!;
  const isOfCodes = chunk.kind === kinds.codes32;
  if (isOfCodes && hardlyRepeats(column, chunk)) column.mode = 'plain';
  if (chunk.kind === kinds.empty) column.chunks[last] = emptyChunk;
  else packChunk(chunk);
}

function hardlyRepeats({ name, values, knownBefore }: ColumnStore, chunk: Chunk): boolean {
  if (values.hasLists || alwaysCoded.has(name)) return false;
  let filled = 0;
  for (let at = 0; at < segmentRows; at += 1) if (codeAt(chunk, at) !== 0) filled += 1;
  return filled >= uniqueLeast && values.pool.end - knownBefore > uniqueShare * filled;
}

/** Adds a cell of the newest row: a value as JSON text. */
export function putCell(
  column: ColumnStore,
  row: number,
  bytes: Uint8Array,
  from: number,
  to: number,
): void {
  const chunk = column.chunks[row >>> segmentShift]!;
  const offset = row & segmentMask;
  const first = bytes[from]!;
  if (isNumber(first)) {
    putNumberCell(column, chunk, offset, readNumber(bytes, from, to));
    return;
  }
  if (first === 0x5b) column.values.hasLists = true;
  if (column.mode === 'unknown') column.mode = 'coded';
  else if (column.mode === 'numbers') leaveNumbers(column, chunk);
  putBytes(column, chunk, offset, bytes, from, to);
}

function putNumberCell(column: ColumnStore, chunk: Chunk, offset: number, number: number): void {
  if (column.mode === 'unknown') column.mode = 'numbers';
  if (column.mode === 'numbers') {
    putNumber(chunk, offset, number);
    return;
  }
  // A number has one text, by which it is found.
  const written = writeText(String(number), scratch, 0);
  putBytes(column, chunk, offset, scratch, 0, written);
}

const scratch = new Uint8Array(96);

function putBytes(
  column: ColumnStore,
  chunk: Chunk,
  offset: number,
  bytes: Uint8Array,
  from: number,
  to: number,
): void {
  if (column.mode === 'plain') putText(chunk, offset, bytes, from, to);
  else putCode(chunk, offset, addTo(column.values.pool, bytes, from, to));
}

/** Something else came into a column of numbers: those of the open segment become text as well. */
function leaveNumbers(column: ColumnStore, chunk: Chunk): void {
  column.mode = 'coded';
  const { doubles } = chunk;
  chunk.kind = kinds.empty;
  for (let offset = 0; offset < doubles.length; offset += 1) {
    const number = doubles[offset]!;
    if (Number.isNaN(number)) continue;
    const written = writeText(String(number), scratch, 0);
    putBytes(column, chunk, offset, scratch, 0, written);
  }
  chunk.doubles = emptyChunk.doubles;
}

/** Writes a row's value as JSON text; false where it has none. */
export function writeCell({ chunks, values }: ColumnStore, row: number, out: Bytes): boolean {
  const chunk = chunks[row >>> segmentShift] ?? emptyChunk;
  const offset = row & segmentMask;
  const { kind } = chunk;
  if (kind === kinds.empty) return false;
  if (kind <= kinds.codes32) {
    const code = codeAt(chunk, offset);
    if (code === 0) return false;
    const { starts, bytes } = values.pool;
    append(out, bytes, starts[code]!, starts[code + 1]!);
    return true;
  }
  if (kind <= kinds.plainOpen) {
    const from = textStart(chunk, offset);
    const to = textEnd(chunk, offset);
    if (from === to) return false;
    append(out, chunk.small, from, to);
    return true;
  }
  const number = numberAt(chunk, offset);
  if (Number.isNaN(number)) return false;
  writeNumber(number, out);
  return true;
}

function writeNumber(number: number, out: Bytes): void {
  const text = String(number);
  reserve(out, text.length);
  for (let at = 0; at < text.length; at += 1) out.data[out.used + at] = text.charCodeAt(at);
  out.used += text.length;
}

/** Has a row a value? */
export function isCellFilled({ chunks }: ColumnStore, row: number): boolean {
  return isFilled(chunks[row >>> segmentShift] ?? emptyChunk, row & segmentMask);
}

/** Is a row's value, kept as text, exactly this JSON text? */
export function isText(chunk: Chunk, offset: number, json: Uint8Array): boolean {
  const from = textStart(chunk, offset);
  const length = textEnd(chunk, offset) - from;
  return length === json.length && areSame(chunk.small, from, json, 0, length);
}

/** A row's text, where the column is kept as text. */
export function cellText({ chunks }: ColumnStore, row: number): string {
  const chunk = chunks[row >>> segmentShift]!;
  const offset = row & segmentMask;
  return textOf(chunk.small, textStart(chunk, offset), textEnd(chunk, offset));
}

/** How much memory its chunks take. */
export function columnBytes({ chunks }: ColumnStore): number {
  let bytes = 0;
  for (const chunk of chunks) bytes += chunkBytes(chunk);
  return bytes;
}
