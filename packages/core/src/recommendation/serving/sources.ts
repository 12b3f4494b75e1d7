// Knows where candidates come from that a catalogue has for everybody: rankings, the newest, all.

import type { Catalogue } from '../../catalogue/index.ts';
import { compareByCodePoint } from '../../text/characters.ts';
import type { RankingModel } from '../model.ts';
import type { RowIndex } from './compare.ts';
import type { BoundFilter } from './filters.ts';
import { heapOf } from './heap.ts';
import { type Candidate, listFrom, listOf, type RowList } from './row-list.ts';

/** A ranking is looked through so far for what filters let through. */
const mostRanked = 10_000;
/** So few rows of an index are ranked by themselves, which finds all of them. */
const fewIndexed = 1_000;
/** How many of a catalogue's newest items are ordered. */
const mostNewest = 2_000;
/** Whatever qualifies is found in such lots, each by sku. */
const lotRows = 256;

/** The index with the fewest rows among which all are that the filters let through. */
function smallestIndex(filters: readonly BoundFilter[]): RowIndex | null {
  let smallest: RowIndex | null = null;
  for (const { index } of filters) {
    if (index && (smallest === null || index.count < smallest.count)) smallest = index;
  }
  return smallest;
}

const passesAll = (filters: readonly BoundFilter[], row: number) =>
  filters.every((filter) => filter.passes(row));

/** Items in the order of a model, those that the filters let through. */
export function rankedList(
  catalogue: Catalogue,
  model: RankingModel,
  filters: readonly BoundFilter[],
): RowList {
  const index = smallestIndex(filters);
  if (index && index.count <= fewIndexed && isQuicker(index.count, catalogue.size)) {
    return listOf(rankFew(catalogue, model, filters, index));
  }
  return listFrom(walkRanking(catalogue, model, filters));
}

/** So many slots are to be filled, about, when the ranking is walked. */
const fewSlots = 16;

/**
 * Is ranking rows of an index, each found in the model, less work than walking to a few of
 * them?
 */
function isQuicker(count: number, size: number): boolean {
  return 2 * count < Math.min(mostRanked, (fewSlots * size) / Math.max(count, 1));
}

/** Rows of the first items of a ranking in a catalogue; -2: not looked for yet. */
const rankedRows = new WeakMap<Catalogue, WeakMap<RankingModel, Int32Array>>();

function rowsOfRanking(catalogue: Catalogue, model: RankingModel): Int32Array {
  const known = rankedRows.get(catalogue) ?? new WeakMap<RankingModel, Int32Array>();
  rankedRows.set(catalogue, known);
  let rows = known.get(model);
  if (!rows) {
    rows = new Int32Array(Math.min(model.order.length, mostRanked)).fill(-2);
    known.set(model, rows);
  }
  return rows;
}

function* walkRanking(
  catalogue: Catalogue,
  model: RankingModel,
  filters: readonly BoundFilter[],
): Generator<Candidate, void> {
  const { skus, order, scores } = model;
  const rows = rowsOfRanking(catalogue, model);
  for (let at = 0; at < rows.length; at++) {
    const place = order[at] as number;
    if (rows[at] === -2) rows[at] = catalogue.rowOf(skus.at(place));
    const row = rows[at] as number;
    if (row < 0 || !passesAll(filters, row)) continue;
    yield { row, score: scores[place] as number, seed: null };
  }
}

function rankFew(
  catalogue: Catalogue,
  { skus, scores }: RankingModel,
  filters: readonly BoundFilter[],
  index: RowIndex,
): Candidate[] {
  const found: (Candidate & { readonly place: number })[] = [];
  for (const row of index.rows()) {
    if (!passesAll(filters, row)) continue;
    const place = skus.placeOf(catalogue.skuOf(row));
    if (place >= 0) found.push({ row, score: scores[place] as number, seed: null, place });
  }
  // Places are in the order of skus.
  return found.sort((one, other) => other.score! - one.score! || one.place - other.place);
}

/**
 * The newest items by `publish_time`, of the same moment by sku; those without are not among them.
 * `newest`: those of the whole catalogue, which are filtered where no index finds few.
 */
export function newestList(
  catalogue: Catalogue,
  filters: readonly BoundFilter[],
  newest: () => RowList,
): RowList {
  const index = smallestIndex(filters);
  if (index && index.count <= mostNewest) {
    const rows = Array.from(index.rows()).filter((row) => passesAll(filters, row));
    return listOf(byTime(catalogue, rows));
  }
  return filters.length === 0 ? newest() : listFrom(walkList(newest(), filters));
}

function* walkList(list: RowList, filters: readonly BoundFilter[]): Generator<Candidate, void> {
  for (let at = 0; ; at++) {
    const candidate = list.at(at);
    if (!candidate) return;
    if (passesAll(filters, candidate.row)) yield candidate;
  }
}

/** The newest of all items. */
export function newestOfAll(catalogue: Catalogue): RowList {
  return listOf(byTime(catalogue, newestRows(catalogue)));
}

function byTime(catalogue: Catalogue, rows: readonly number[]): Candidate[] {
  const column = catalogue.column('publish_time');
  if (!column) return [];
  return rows
    .map((row) => ({ row, score: column.number(row), seed: null, sku: catalogue.skuOf(row) }))
    .filter(({ score }) => !Number.isNaN(score))
    .sort((one, other) => other.score - one.score || compareByCodePoint(one.sku, other.sku))
    .map(({ row, score, seed }) => ({ row, score, seed }));
}

function newestRows(catalogue: Catalogue): number[] {
  const column = catalogue.column('publish_time');
  if (!column) return [];
  const heap = heapOf(mostNewest);
  // Rows are added at the end: what is new is mostly found first.
  for (let row = catalogue.rows - 1; row >= 0; row--) {
    const time = column.number(row);
    if (!(time > heap.least()) || !catalogue.isLive(row)) continue;
    heap.add(row, time);
  }
  return heap.rows();
}

/** Everything that the filters let through, lot by lot, each lot by sku. */
export function qualifyingList(catalogue: Catalogue, filters: readonly BoundFilter[]): RowList {
  return listFrom(walkAll(catalogue, filters));
}

function* walkAll(
  catalogue: Catalogue,
  filters: readonly BoundFilter[],
): Generator<Candidate, void> {
  const rows = smallestIndex(filters)?.rows() ?? rowsOf(catalogue);
  let lot: { readonly row: number; readonly sku: string }[] = [];
  for (const row of rows) {
    if (!catalogue.isLive(row) || !passesAll(filters, row)) continue;
    lot.push({ row, sku: catalogue.skuOf(row) });
    if (lot.length < lotRows) continue;
    yield* inOrder(lot);
    lot = [];
  }
  yield* inOrder(lot);
}

function* rowsOf({ rows }: Catalogue): Generator<number, void> {
  for (let row = 0; row < rows; row++) yield row;
}

function inOrder(lot: { readonly row: number; readonly sku: string }[]): Candidate[] {
  const sorted = lot.sort((one, other) => compareByCodePoint(one.sku, other.sku));
  return sorted.map(({ row }) => ({ row, score: null, seed: null }));
}
