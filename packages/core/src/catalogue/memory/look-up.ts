// The rows of a value: from postings, and from the newest rows, which are looked through.
import type { Column } from '../catalogue.ts';
import type { ColumnStore } from './column-store.ts';
import { isLive } from './live.ts';
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
): ArrayLike<number> | null {
  const { postings } = store;
  const most = mostRows(version, store, wanted);
  if (!postings || most === null) return null;
  const { live, gone, rows: end, storage } = version;
  const code = codeIn(postings, store, wanted);
  const [from, to] = listOf(postings, code);
  const isSearched = postings.common.has(code);
  // What nobody has touched is given as it lies.
  if (end === storage.indexed && gone === 0 && !isSearched) return postings.rows.subarray(from, to);
  const found = new Uint32Array(Math.min(most, end));
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const row = postings.rows[at]!;
    if (isLive(live, row)) found[count++] = row;
  }
  const isWanted = matcher(wanted);
  for (let row = isSearched ? 0 : storage.indexed; row < end; row += 1) {
    if (isWanted(row) && isLive(live, row)) found[count++] = row;
  }
  return found.subarray(0, count);
}

function codeIn({ areOfElements }: Postings, { values }: ColumnStore, wanted: Value): number {
  return areOfElements ? codeOfElement(values, wanted) : codeOfValue(values, wanted);
}

/** Where the list of a code lies; empty for one that is newer than the postings. */
function listOf({ starts }: Postings, code: number): readonly [number, number] {
  if (code + 1 >= starts.length) return [0, 0];
  return [starts[code]!, starts[code + 1]!];
}
