// The rows of a value: from postings, and from the newest rows, which are looked through.
import type { Column } from '../catalogue.ts';
import { codesOf, segmentMask, segmentRows, segmentShift } from './chunk.ts';
import type { ColumnStore } from './column-store.ts';
import { isLive, type Live } from './live.ts';
import type { Postings } from './postings.ts';
import { codeOfElement, codeOfValue } from './values.ts';
import type { Version } from './version.ts';

type Value = string | number | boolean;

/** How many rows there are at most; null where the column has no postings. */
export function mostRows(version: Version, store: ColumnStore, wanted: Value): number | null {
  const { postings } = store;
  if (!postings) return null;
  const code = codeIn(postings, store, wanted);
  const { indexed } = version.storage;
  const newest = version.rows - indexed;
  const common = postings.common.get(code);
  if (common !== undefined) return common + newest;
  const [from, to] = listOf(postings, code);
  return to - from + newest;
}

/** The live rows, in order; null where the column has no postings. */
export function rowsOf(
  version: Version,
  store: ColumnStore,
  wanted: Value,
  matcher: Column['matcher'],
): Uint32Array | null {
  const { postings } = store;
  const most = mostRows(version, store, wanted);
  if (!postings || most === null) return null;
  const { live, gone, rows: end, storage } = version;
  const code = codeIn(postings, store, wanted);
  const [from, to] = listOf(postings, code);
  const isSearched = postings.common.has(code);
  // An unchanged item is returned as it is stored.
  if (end === storage.indexed && gone === 0 && !isSearched) return postings.rows.subarray(from, to);
  const found = new Uint32Array(Math.min(most, end));
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const row = postings.rows[at]!;
    if (isLive(live, row)) found[count++] = row;
  }
  const newest: Search = { store, code: codeOfValue(store.values, wanted), matcher, wanted, live };
  count = search(newest, isSearched ? 0 : storage.indexed, end, { found, count });
  return found.subarray(0, count);
}

interface Search {
  readonly store: ColumnStore;
  readonly code: number;
  readonly matcher: Column['matcher'];
  readonly wanted: Value;
  readonly live: Live;
}

/** Looks through rows, a segment at a time; gives how many are found by then. */
function search(
  { store, code, matcher, wanted, live }: Search,
  from: number,
  end: number,
  { found, count }: { readonly found: Uint32Array; readonly count: number },
): number {
  const { values, chunks } = store;
  let [at, row] = [count, from];
  const isWanted = matcher(wanted);
  while (row < end) {
    const first = row & ~segmentMask;
    const to = Math.min(end, first + segmentRows);
    const codes = values.hasLists ? undefined : codesOf(chunks[row >>> segmentShift]!);
    if (codes) {
      // Most rows have another value: no more than this is done for them.
      for (const last = Math.min(to - first, codes.length); row - first < last; row += 1) {
        if (codes[row - first] === code && code !== 0 && isLive(live, row)) found[at++] = row;
      }
    } else {
      for (; row < to; row += 1) if (isWanted(row) && isLive(live, row)) found[at++] = row;
    }
    row = to;
  }
  return at;
}

function codeIn({ areOfElements }: Postings, { values }: ColumnStore, wanted: Value): number {
  return areOfElements ? codeOfElement(values, wanted) : codeOfValue(values, wanted);
}

/** Where the list of a code lies; empty for one that is newer than the postings. */
function listOf({ starts }: Postings, code: number): readonly [number, number] {
  if (code + 1 >= starts.length) return [0, 0];
  return [starts[code]!, starts[code + 1]!];
}
