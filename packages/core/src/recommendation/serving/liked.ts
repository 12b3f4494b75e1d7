// Knows which items a user likes, by the values that they like.

import type { Catalogue } from '../../catalogue/index.ts';
import { compareByCodePoint } from '../../text/characters.ts';
import type { Method } from '../definition.ts';
import {
  affinityRanking,
  affinityValuesReader,
  type BinBoundariesOf,
  findPopularInside,
  type PopularInside,
} from '../methods/index.ts';
import type { RankingModel } from '../model.ts';
import { type Comparison, compareColumn } from './compare.ts';
import type { BoundFilter } from './filters.ts';
import type { LikedValue, RecommendVisitor } from './request.ts';
import type { Candidate, LikedReason, RowList } from './row-list.ts';

export type AffinityMethod = Extract<Method, { type: 'affinity' }>;

/** What a visitor likes, by property. */
export type VisitorLikes = ReadonlyMap<string, readonly LikedValue[]>;

/** Values of each property, the most liked, whose items are looked at. */
const mostValues = 5;
/** Items of each value. */
const mostItems = 60;

/** Sorting the popular items takes time, and stays good while the model does. */
const insides = new WeakMap<RankingModel, Map<string, PopularInside>>();
/** Bands move and settings change: what was sorted by old ones goes. */
const mostInsides = 32;

interface Liking {
  readonly catalogue: Catalogue;
  readonly visitor: RecommendVisitor;
}

const withoutBins: BinBoundariesOf = () => undefined;

/**
 * Items by affinity and popularity (`affinityRanking`), the best first. Which items are popular
 * within a value is found once for a model: what a feed changes of them counts from the next model
 * on.
 */
export function* likedByPopularity(
  {
    catalogue,
    visitor,
    popularity,
    feed,
  }: Liking & { readonly popularity: RankingModel; readonly feed: string | undefined },
  method: AffinityMethod,
  likes: VisitorLikes,
): Generator<Candidate, void> {
  const properties = method.properties ?? visitor.properties(method.visit);
  const boundaries = visitor.binBoundaries ?? withoutBins;
  const inside = insideOf(
    popularity,
    [feed, properties, properties.map((each) => boundaries(each))],
    () => findPopularInside(catalogue, popularity, properties, boundaries),
  );
  const ranked = affinityRanking(likes, inside, {
    properties,
    ...(method.prior !== undefined && { prior: method.prior }),
  });
  for (const { place, score, because } of ranked) {
    const row = catalogue.rowOf(inside.skus.at(place));
    if (row < 0) continue;
    const reason = because();
    const candidate = { row, score, seed: null };
    yield reason
      ? { ...candidate, liked: { ...reason, isOfVisit: isOfVisit(likes, reason) } }
      : candidate;
  }
}

function insideOf(popularity: RankingModel, by: unknown, make: () => PopularInside) {
  const known = insides.get(popularity) ?? new Map<string, PopularInside>();
  insides.set(popularity, known);
  const key = JSON.stringify(by);
  const inside = known.get(key) ?? make();
  // Put behind the others: a Map keeps the order of insertion.
  known.delete(key);
  known.set(key, inside);
  if (known.size > mostInsides) known.delete(known.keys().next().value as string);
  return inside;
}

const isOfVisit = (likes: VisitorLikes, of: { property: string; value: string }) =>
  likes.get(of.property)?.some(({ value, isOfVisit: is }) => value === of.value && is) ?? false;

/**
 * Items with liked values where no popularity is known, by the sum over the properties of the share
 * that their most liked value has of what is liked of the property; of equal ones by sku.
 */
export function likedAlone(
  {
    catalogue,
    visitor,
    listWith,
  }: Liking & { readonly listWith: (filters: readonly BoundFilter[]) => RowList },
  likes: VisitorLikes,
  filters: readonly BoundFilter[],
): Candidate[] {
  const rows = new Set<number>();
  for (const [property, values] of likes) {
    for (const { value } of values.slice(0, mostValues)) {
      const boundaries = visitor.binBoundaries?.(property);
      const key = JSON.stringify([property, 'IS', value, boundaries]);
      const list = listWith([
        ...filters,
        { ...hasValue(catalogue, property, value, boundaries), key, words: '' },
      ]);
      for (let at = 0; at < mostItems; at++) {
        const candidate = list.at(at);
        if (!candidate) break;
        rows.add(candidate.row);
      }
    }
  }
  const liking = likingsOf(catalogue, likes, visitor.binBoundaries);
  return [...rows]
    .map((row) => ({ row, seed: null, ...liking(row), sku: catalogue.skuOf(row) }))
    .sort((one, other) => other.score - one.score || compareByCodePoint(one.sku, other.sku))
    .map(({ sku: _, ...candidate }) => candidate);
}

/** Has an item the value, or a number in the bin of that name? */
function hasValue(
  catalogue: Catalogue,
  property: string,
  value: string,
  boundaries: readonly number[] | null | undefined,
): Comparison {
  if (!boundaries) return compareColumn(catalogue, property, 'IS', value);
  const column = catalogue.column(property);
  const valuesOf = column && affinityValuesReader(column, boundaries);
  return { passes: (row) => valuesOf?.(row).includes(value) ?? false, index: null };
}

/** What a visitor likes of the method's properties, or of all that count; positive scores alone. */
export function likesOf(visitor: RecommendVisitor, method: AffinityMethod): VisitorLikes {
  const { visit } = method;
  const all = (method.properties ?? visitor.properties(visit)).map((property) => {
    const values = visitor.likes(property, visit).filter(({ score }) => score > 0);
    return [property, values] as const;
  });
  return new Map(all.filter(([, values]) => values.length > 0));
}

/** How much an item is liked. */
export function likingOf(
  catalogue: Catalogue,
  likes: VisitorLikes,
  boundaries: BinBoundariesOf = withoutBins,
): (row: number) => number {
  const liking = likingsOf(catalogue, likes, boundaries);
  return (row) => liking(row).score;
}

/** How much, and by which value the most. */
function likingsOf(
  catalogue: Catalogue,
  likes: VisitorLikes,
  boundaries: BinBoundariesOf = withoutBins,
) {
  const columns = [...likes].map(([property, values]) => {
    const all = values.reduce((sum, { score }) => sum + score, 0);
    const byValue = new Map(values.map((each) => [each.value, each]));
    const column = catalogue.column(property);
    return {
      property,
      all,
      byValue,
      valuesOf: column && affinityValuesReader(column, boundaries(property)),
    };
  });
  return (row: number): { score: number; liked?: LikedReason } => {
    let score = 0;
    let most = 0;
    let liked: LikedReason | undefined;
    for (const { property, all, byValue, valuesOf } of columns) {
      let best = 0;
      for (const value of valuesOf?.(row) ?? []) {
        const found = byValue.get(value);
        const share = (found?.score ?? 0) / all;
        best = Math.max(best, share);
        if (share <= most) continue;
        most = share;
        liked = { property, value, times: null, isOfVisit: found?.isOfVisit ?? false };
      }
      score += best;
    }
    return liked ? { score, liked } : { score };
  };
}
