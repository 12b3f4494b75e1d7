// Lets go of values that no item has any more: the others are numbered anew.
import {
  type Chunk,
  codeAt,
  isCoded,
  kinds,
  openChunk,
  packChunk,
  putCode,
  segmentRows,
} from './chunk.ts';
import { type ColumnStore, columnWith } from './column-store.ts';
import { isLive, type Live } from './live.ts';
import { addTo } from './pool.ts';
import { makeValues, type Values } from './values.ts';

/** Fewer values than these are kept, whether they are used or not. */
const leastValues = 4_096;

/** The column with the values of its live rows alone, where that is less than half of them. */
export function* withoutUnused(column: ColumnStore, live: Live): Generator<undefined, ColumnStore> {
  const { values, chunks } = column;
  if (values.pool.end < leastValues) return column;
  const isUsed = new Uint8Array(values.pool.end);
  let used = 0;
  for (const [segment, chunk] of chunks.entries()) {
    eachLiveCode(chunk, segment, live, (code) => {
      used += isUsed[code] === 0 ? 1 : 0;
      isUsed[code] = 1;
    });
    yield;
  }
  if (used * 2 > values.pool.end) return column;
  const fresh = makeValues();
  fresh.hasLists = values.hasLists;
  const codes = new Uint32Array(values.pool.end);
  const recoded: Chunk[] = [];
  for (const [segment, chunk] of chunks.entries()) {
    recoded.push(recode(chunk, segment, live, { from: values, to: fresh, codes }));
    // The last one is still added to.
    if (segment < chunks.length - 1) packChunk(recoded[segment]!);
    yield;
  }
  const { name, key, mode } = column;
  return columnWith({ name, key, values: fresh }, recoded, mode);
}

interface Recoding {
  readonly from: Values;
  readonly to: Values;
  readonly codes: Uint32Array;
}

function recode(chunk: Chunk, segment: number, live: Live, { from, to, codes }: Recoding): Chunk {
  if (!isCoded(chunk) || chunk.kind === kinds.empty) return chunk;
  const fresh = openChunk();
  const { starts, bytes } = from.pool;
  eachLiveCode(chunk, segment, live, (code, offset) => {
    if (codes[code] === 0) codes[code] = addTo(to.pool, bytes, starts[code]!, starts[code + 1]!);
    putCode(fresh, offset, codes[code]!);
  });
  return fresh;
}

function eachLiveCode(
  chunk: Chunk,
  segment: number,
  live: Live,
  visit: (code: number, offset: number) => void,
): void {
  if (!isCoded(chunk) || chunk.kind === kinds.empty) return;
  for (let offset = 0; offset < segmentRows; offset += 1) {
    const code = codeAt(chunk, offset);
    if (code !== 0 && isLive(live, segment * segmentRows + offset)) visit(code, offset);
  }
}
