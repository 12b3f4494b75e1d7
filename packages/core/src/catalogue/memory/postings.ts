// The rows of each value of a column, in order: what is asked for by value is not searched for.
import { type Chunk, codeAt, isCoded, segmentMask, segmentRows, segmentShift } from './chunk.ts';
import { isLive, type Live } from './live.ts';
import { elementsOf, readSomeElements, type Values } from './values.ts';

/**
 * Rows of the value or element `code`: `rows[starts[code] .. starts[code + 1]]`. Of what more rows
 * have than one in 16 there is no list: looking through them all finds one as fast.
 */
export interface Postings {
  /** Are the codes those of elements, and not of values? */
  readonly areOfElements: boolean;
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
  /** How many rows have a value without a list. */
  readonly common: ReadonlyMap<number, number>;
}

const commonShare = 16;
const commonLeast = 1_024;
const listsAtOnce = 512;

/** How much memory they take. */
export const postingsBytes = ({ starts, rows }: Postings) => starts.byteLength + rows.byteLength;

/**
 * Makes the postings of a column's live rows, a segment at a time; undefined where not all of its
 * cells are codes.
 */
export function* makePostings(
  chunks: readonly Chunk[],
  values: Values,
  live: Live,
  end: number,
): Generator<undefined, Postings | undefined> {
  if (values.pool.end === 1 || !chunks.every(isCoded)) return undefined;
  while (values.hasLists && readSomeElements(values, listsAtOnce)) yield;
  const codesOf = codesReader(values);
  yield;
  const counts = new Uint32Array(codesOf.end + 1);
  for (let from = 0; from < end; from += segmentRows) {
    eachCode(chunks, live, from, end, codesOf, (code) => {
      counts[code]! += 1;
    });
    yield;
  }
  const { starts, common } = startsOf(counts, codesOf.end, end);
  const next = starts.slice();
  const rows = new Uint32Array(starts[codesOf.end]!);
  yield;
  for (let from = 0; from < end; from += segmentRows) {
    eachCode(chunks, live, from, end, codesOf, (code, row) => {
      if (starts[code + 1]! > starts[code]!) rows[next[code]!++] = row;
    });
    yield;
  }
  return { areOfElements: codesOf.elements !== undefined, starts, rows, common };
}

/** Where each list begins, from how many rows there are of each code. */
function startsOf(counts: Uint32Array, codes: number, rows: number) {
  const most = Math.max(commonLeast, rows / commonShare);
  const common = new Map<number, number>();
  const starts = new Uint32Array(codes + 1);
  let start = 0;
  for (let code = 0; code < codes; code += 1) {
    starts[code] = start;
    const count = counts[code]!;
    if (count > most) common.set(code, count);
    else start += count;
  }
  starts[codes] = start;
  return { starts, common };
}

function codesReader(values: Values) {
  const elements = values.hasLists ? elementsOf(values) : undefined;
  return { elements, end: elements ? elements.pool.end : values.pool.end };
}

function eachCode(
  chunks: readonly Chunk[],
  live: Live,
  from: number,
  end: number,
  { elements }: ReturnType<typeof codesReader>,
  visit: (code: number, row: number) => void,
): void {
  const chunk = chunks[from >>> segmentShift]!;
  if (chunk.kind === 0) return;
  const to = Math.min(end, from + segmentRows);
  for (let row = from; row < to; row += 1) {
    const code = codeAt(chunk, row & segmentMask);
    if (code === 0 || !isLive(live, row)) continue;
    if (!elements) {
      visit(code, row);
      continue;
    }
    const last = elements.starts[code + 1]!;
    for (let at = elements.starts[code]!; at < last; at += 1) visit(elements.codes[at]!, row);
  }
}
