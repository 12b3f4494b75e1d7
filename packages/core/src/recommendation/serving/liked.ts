// Knows which items somebody likes by the values that he likes.

import type { Catalogue } from '../../catalogue/index.ts';
import { compareByCodePoint } from '../../text/characters.ts';
import { affinityScores, findPopularInside, type PopularInside } from '../methods/index.ts';
import type { RankingModel } from '../model.ts';
import { compareColumn } from './compare.ts';
import type { BoundFilter } from './filters.ts';
import type { LikedValue, RecommendVisitor } from './request.ts';
import type { Candidate, RowList } from './row-list.ts';

/** Values of each property, the most liked, whose items are looked at. */
const mostValues = 5;
/** Items of each value. */
const mostItems = 60;

/** Sorting the popular items takes time, and stays good while the model does. */
const insides = new WeakMap<RankingModel, Map<string, PopularInside>>();

/**
 * Items by taste and popularity (`affinityScores`), the best first. Which items are popular within
 * a value is found once for a model: what a feed changes of them counts from the next model on.
 */
export function* likedByPopularity(
  catalogue: Catalogue,
  popularity: RankingModel,
  likes: ReadonlyMap<string, readonly LikedValue[]>,
  properties: readonly string[],
  feed: string | undefined,
): Generator<Candidate, void> {
  const known = insides.get(popularity) ?? new Map<string, PopularInside>();
  insides.set(popularity, known);
  const key = JSON.stringify([feed, properties]);
  const inside = known.get(key) ?? findPopularInside(catalogue, popularity, properties);
  known.set(key, inside);
  const { skus, places, scores } = affinityScores(likes, inside, { properties });
  for (const [at, place] of places.entries()) {
    const row = catalogue.rowOf(skus.at(place));
    if (row >= 0) yield { row, score: scores[at] as number, seed: null };
  }
}

/**
 * Items with liked values where no popularity is known, by the sum over the properties of the share
 * that their most liked value has of what is liked of the property; of equal ones by sku.
 */
export function likedAlone(
  catalogue: Catalogue,
  likes: ReadonlyMap<string, readonly LikedValue[]>,
  filters: readonly BoundFilter[],
  listWith: (filters: readonly BoundFilter[]) => RowList,
): Candidate[] {
  const rows = new Set<number>();
  for (const [property, values] of likes) {
    for (const { value } of values.slice(0, mostValues)) {
      const compared = compareColumn(catalogue, property, 'IS', value);
      const key = JSON.stringify([property, 'IS', value]);
      const list = listWith([...filters, { ...compared, key, words: '' }]);
      for (let at = 0; at < mostItems; at++) {
        const candidate = list.at(at);
        if (!candidate) break;
        rows.add(candidate.row);
      }
    }
  }
  const score = likingOf(catalogue, likes);
  return [...rows]
    .map((row) => ({ row, score: score(row), seed: null, sku: catalogue.skuOf(row) }))
    .sort((one, other) => other.score - one.score || compareByCodePoint(one.sku, other.sku))
    .map(({ row, score: scored, seed }) => ({ row, score: scored, seed }));
}

/** What a visitor likes of some properties, or of all that count; positive scores alone. */
export function likesOf(
  visitor: RecommendVisitor,
  properties: readonly string[],
): Map<string, readonly LikedValue[]> {
  const all = properties.map((property) => {
    const values = visitor.likes(property).filter(({ score }) => score > 0);
    return [property, values] as const;
  });
  return new Map(all.filter(([, values]) => values.length > 0));
}

/** How much an item is liked. */
export function likingOf(
  catalogue: Catalogue,
  likes: ReadonlyMap<string, readonly LikedValue[]>,
): (row: number) => number {
  const columns = [...likes].map(([property, values]) => {
    const all = values.reduce((sum, { score }) => sum + score, 0);
    const shares = new Map(values.map(({ value, score }) => [value, score / all]));
    return { shares, column: catalogue.column(property) };
  });
  return (row) => {
    let sum = 0;
    for (const { shares, column } of columns) {
      let best = 0;
      for (const text of column?.texts(row) ?? []) best = Math.max(best, shares.get(text) ?? 0);
      sum += best;
    }
    return sum;
  };
}
