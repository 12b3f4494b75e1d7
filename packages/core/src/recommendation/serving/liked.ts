// Knows which items somebody likes by the values that he likes.

import type { Catalogue } from '../../catalogue/index.ts';
import { compareByCodePoint } from '../../text/characters.ts';
import { compareColumn } from './compare.ts';
import type { BoundFilter } from './filters.ts';
import type { RecommendVisitor } from './request.ts';
import type { Candidate, RowList } from './row-list.ts';

/** Values of each property, the most liked, whose items are looked at. */
const mostValues = 5;
/** Items of each value, in the order of the list that they come from. */
const mostItems = 60;

/** The list of what filters let through: by popularity where there is one, else whatever there is. */
export type ListWith = (filters: readonly BoundFilter[]) => RowList;

/**
 * Items with liked values, by the sum over the properties of the share that their most liked value
 * has of what the user likes of the property; of equal ones the more popular first, then by sku.
 */
export function likedCandidates(
  catalogue: Catalogue,
  visitor: RecommendVisitor,
  properties: readonly string[],
  filters: readonly BoundFilter[],
  listWith: ListWith,
): Candidate[] {
  const scores = likesOf(visitor, properties);
  const found = new Map<number, number>();
  for (const { property, values } of scores) {
    const best = [...values.keys()].slice(0, mostValues);
    for (const value of best) {
      const compared = compareColumn(catalogue, property, 'IS', value);
      const key = JSON.stringify([property, 'IS', value]);
      const list = listWith([...filters, { ...compared, key, words: '' }]);
      for (let at = 0; at < mostItems; at++) {
        const candidate = list.at(at);
        if (!candidate) break;
        // The place within its value, so that among equals the popular come first.
        if (!found.has(candidate.row)) found.set(candidate.row, at);
      }
    }
  }
  const score = likingOf(catalogue, scores);
  const all = [...found].map(([row, place]) => ({
    ...{ row, place, score: score(row), seed: -1, sku: catalogue.skuOf(row) },
  }));
  all.sort(
    (one, other) =>
      other.score - one.score || one.place - other.place || compareByCodePoint(one.sku, other.sku),
  );
  return all.map(({ row, score: scored, seed }) => ({ row, score: scored, seed }));
}

interface Likes {
  readonly property: string;
  /** Each value's share of what is liked of the property, the greatest first. */
  readonly values: ReadonlyMap<string, number>;
}

/** What somebody likes of each property, as shares of the property's whole. */
export function likesOf(visitor: RecommendVisitor, properties: readonly string[]): Likes[] {
  return properties.flatMap((property) => {
    const values = visitor.likes(property);
    const all = values.reduce((sum, { score }) => sum + score, 0);
    if (!(all > 0)) return [];
    return [{ property, values: new Map(values.map(({ value, score }) => [value, score / all])) }];
  });
}

/** How much an item is liked. */
export function likingOf(catalogue: Catalogue, likes: readonly Likes[]): (row: number) => number {
  const columns = likes.map(({ property, values }) => ({
    values,
    column: catalogue.column(property),
  }));
  return (row) => {
    let sum = 0;
    for (const { values, column } of columns) {
      let best = 0;
      for (const text of textsOf(column?.value(row))) best = Math.max(best, values.get(text) ?? 0);
      sum += best;
    }
    return sum;
  };
}

function textsOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  const all = Array.isArray(value) ? value : [value];
  return all.filter((one) => typeof one !== 'object').map(String);
}
