// A search among the items of a feed that this node has in memory: looks at all, in slices.
import { type Catalogue, compareByCodePoint, type Item } from '@attune/core';
import { slices } from '../../../../slices.ts';

/** The feeds that a node has in memory. */
export interface FeedsInMemory {
  /** The feed; undefined while it is not there, and then it is loaded. */
  readonly get: (siteId: number, feedId: string) => Catalogue | undefined;
  /** Undefined for a feed that no request has needed. */
  readonly state: (siteId: number, feedId: string) => unknown;
}

/** What items are looked for. */
export interface Sought {
  /** Folded text that is in the name. */
  readonly name: string | undefined;
  readonly column: { readonly name: string; readonly value: string } | undefined;
  /** Whether one that may be meant is. */
  readonly isMeant: (item: Item) => boolean;
}

const rowsBetweenLooks = 256;

/** Of the items from a sku on that are meant, the first by sku; at most so many. */
export async function searchInMemory(
  catalogue: Catalogue,
  sought: Sought,
  { start, limit }: { readonly start: string; readonly limit: number },
): Promise<Item[]> {
  const mayBe = sieveOf(catalogue, sought);
  const found: Item[] = [];
  const pause = slices(new AbortController().signal);
  for (let row = 0; row < catalogue.rows; row += 1) {
    if (row % rowsBetweenLooks === 0 && pause.isDue()) await pause.now();
    if (!mayBe(row) || !catalogue.isLive(row)) continue;
    const sku = catalogue.skuOf(row);
    const last = found.length === limit ? found.at(-1) : undefined;
    if (compareByCodePoint(sku, start) < 0) continue;
    if (last && compareByCodePoint(sku, last.sku) > 0) continue;
    const item: Item = JSON.parse(catalogue.itemText(row));
    if (!sought.isMeant(item)) continue;
    if (last) found.pop();
    found.splice(placeOf(found, sku), 0, item);
  }
  return found;
}

function sieveOf(catalogue: Catalogue, { name, column }: Sought): (row: number) => boolean {
  const sieves = [
    ...(name === undefined ? [] : [catalogue.column('name')?.mayContain(name)]),
    ...(column === undefined ? [] : [columnSieve(catalogue, column)]),
  ];
  return (row) => sieves.every((sieve) => sieve?.(row) === true);
}

function columnSieve(catalogue: Catalogue, { name, value }: NonNullable<Sought['column']>) {
  const column = catalogue.column(name);
  if (!column) return undefined;
  const mayHold = column.mayContain(value);
  const isNumber = column.matcher(Number(value));
  return (row: number) => mayHold(row) || isNumber(row);
}

/** Where a sku belongs among items in their order. */
function placeOf(items: readonly Item[], sku: string): number {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compareByCodePoint(items[middle]!.sku, sku) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
