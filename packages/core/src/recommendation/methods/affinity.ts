// How a person's taste in values, such as categories, becomes a ranking of items.

import type { SkuList } from '../columns/sku-list.ts';
import type { RankingModel } from '../model.ts';
import { sortByScore } from './best.ts';
import type { ReadableFeed } from './feed.ts';

/** What is popular within each value of some properties, made once for a model and a feed. */
export interface PopularInside {
  readonly skus: SkuList;
  readonly properties: ReadonlyMap<string, InsideProperty>;
}

interface InsideProperty {
  /** The popularity of all items with a value. */
  readonly sum: number;
  readonly values: ReadonlyMap<string, InsideValue>;
  /** The most popular items with any value, as of one value. */
  readonly any: InsideValue;
}

interface InsideValue {
  readonly sum: number;
  /** Places in `skus`, the most popular first, with their popularity. */
  readonly places: readonly number[];
  readonly popularity: readonly number[];
}

/** Of how many items popularity is looked at, and how many candidates each value has. */
const mostItems = 50_000;
const mostOfValue = 200;

/**
 * Sorts the popular items by their values of feed columns that are affinity properties. It takes
 * time by the number of items, 50,000 at most, and stays good while the feed's columns do.
 */
export function findPopularInside(
  feed: ReadableFeed,
  popularity: RankingModel,
  properties: readonly string[],
): PopularInside {
  const { skus, order, scores } = popularity;
  const rows = Array.from(order.subarray(0, mostItems), (place) => ({
    place,
    row: feed.rowOf(skus.at(place)),
  })).filter(({ row }) => row !== -1);
  const found = new Map<string, InsideProperty>();
  for (const property of properties) {
    const column = feed.column(property);
    if (column === undefined) continue;
    const values = new Map<string, Growing>();
    const any = growing();
    for (const { place, row } of rows) {
      const texts = new Set(column.texts(row));
      for (const text of texts) {
        const value = values.get(text) ?? growing();
        values.set(text, value);
        add(value, place, scores[place]!);
      }
      if (texts.size > 0) add(any, place, scores[place]!);
    }
    found.set(property, { sum: any.sum, values, any });
  }
  return { skus, properties: found };
}

interface Growing {
  sum: number;
  readonly places: number[];
  readonly popularity: number[];
}

function growing(): Growing {
  return { sum: 0, places: [], popularity: [] };
}

function add(value: Growing, place: number, popularity: number): void {
  value.sum += popularity;
  if (value.places.length === mostOfValue) return;
  value.places.push(place);
  value.popularity.push(popularity);
}

/** Candidates, the best first, each with the value that speaks most for it. */
export interface AffinityScores {
  readonly skus: SkuList;
  /** Places in `skus`. */
  readonly places: Uint32Array;
  /** Beside `places`. */
  readonly scores: Float64Array;
  /** Of a place among the candidates; undefined where the site's popularity speaks alone. */
  readonly because: (place: number) => { property: string; value: string } | undefined;
}

/** How much of the site's taste is mixed in: as much as this affinity score of one's own would. */
export const defaultPrior = 40;

/**
 * score(i) = sum over properties p of
 *   (1 - m) x sum over values v of i: share(v) x popularity(i) / popularity of all items with v
 *   + m x popularity(i) / popularity of all items with a value of p
 *
 * share(v) = the person's affinity score of v / the sum S of his scores in p, and
 * m = prior / (prior + S): who has shown little taste is given what everybody likes, and the more
 * he shows the more his own taste decides. Candidates are the 200 most popular items of each value,
 * and of the property.
 */
export function affinityScores(
  affinity: ReadonlyMap<string, readonly { readonly value: string; readonly score: number }[]>,
  inside: PopularInside,
  { properties, prior = defaultPrior }: AffinityOptions = {},
): AffinityScores {
  const sums = new Map<number, number>();
  const reasons = new Map<number, { property: string; value: string; part: number }>();
  const give = (from: InsideValue, factor: number, property: string, value?: string): void => {
    for (const [at, place] of from.places.entries()) {
      const part = (factor * from.popularity[at]!) / from.sum;
      sums.set(place, (sums.get(place) ?? 0) + part);
      if (value === undefined || part <= (reasons.get(place)?.part ?? 0)) continue;
      reasons.set(place, { property, value, part });
    }
  };
  for (const property of properties ?? inside.properties.keys()) {
    const popular = inside.properties.get(property);
    if (popular === undefined || popular.sum === 0) continue;
    const own = (affinity.get(property) ?? []).filter(({ score }) => score > 0);
    const taste = own.reduce((sum, { score }) => sum + score, 0);
    for (const { value, score } of own) {
      const items = popular.values.get(value);
      if (items !== undefined) give(items, score / (prior + taste), property, value);
    }
    if (prior + taste > 0) give(popular.any, prior / (prior + taste), property);
  }
  const candidates = Uint32Array.from(sums.keys()).sort();
  const ranked = sortByScore(
    candidates.map((_, at) => at),
    Array.from(candidates, (place) => sums.get(place)!),
  );
  const places = ranked.map((at) => candidates[at]!);
  return {
    skus: inside.skus,
    places,
    scores: Float64Array.from(places, (place) => sums.get(place)!),
    because: (place) => {
      const reason = reasons.get(place);
      return reason && { property: reason.property, value: reason.value };
    },
  };
}

export interface AffinityOptions {
  /** Only these; absent: all that `inside` has. */
  readonly properties?: readonly string[];
  readonly prior?: number;
}
