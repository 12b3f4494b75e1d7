// How a person's affinity to values, such as categories, becomes a ranking of items.

import { binOf } from '../../affinity/index.ts';
import { affinityValues } from '../../feeds/affinity-columns.ts';
import type { SkuList } from '../columns/sku-list.ts';
import { defaultPrior } from '../method-table.ts';
import type { RankingModel } from '../model.ts';
import { bestFirst, type Source } from './best-first.ts';
import type { ReadableColumn, ReadableFeed } from './feed.ts';

/** What is popular within each value of some properties, made once for a model and a feed. */
export interface PopularInside {
  readonly skus: SkuList;
  /** Places in `skus` by rank, the most popular first; those that the feed has. */
  readonly places: Uint32Array;
  /** By rank, each item's share of the popularity of all. */
  readonly shares: Float64Array;
  readonly properties: ReadonlyMap<string, InsideProperty>;
}

/** The values of one property; each has a code. */
interface InsideProperty {
  readonly codes: ReadonlyMap<string, number>;
  /** By code, the value's share of the popularity of all values; an item counts for each it has. */
  readonly shares: Float64Array;
  /** By code, the ranks of the most popular items. */
  readonly best: readonly (readonly number[])[];
  /** By rank, the codes of the item's values. */
  readonly ofItem: readonly (readonly number[])[];
}

/** How many items are looked at by popularity, and how many candidates each value has. */
const mostItems = 50_000;
const mostOfValue = 200;
/** Of how many values of a property, the most liked, items are candidates. */
const mostValues = 30;

const none: readonly never[] = [];

/** The boundaries of a property's bins; see `binBoundariesOf`. */
export type BinBoundariesOf = (property: string) => readonly number[] | null | undefined;

const withoutBins: BinBoundariesOf = () => undefined;

/**
 * Sorts the popular items by their values of feed columns that are affinity properties. It takes
 * time by the number of items, 50,000 at most, and stays good while the feed's columns do.
 */
export function findPopularInside(
  feed: ReadableFeed,
  popularity: RankingModel,
  properties: readonly string[],
  boundaries: BinBoundariesOf = withoutBins,
): PopularInside {
  const { skus, order, scores } = popularity;
  const items = Array.from(order.subarray(0, mostItems), (place) => ({
    place,
    row: feed.rowOf(skus.at(place)),
    score: scores[place]!,
  })).filter(({ row, score }) => row !== -1 && score > 0);
  const sum = items.reduce((all, { score }) => all + score, 0);
  const shares = Float64Array.from(items, ({ score }) => score / sum);
  const rows = items.map(({ row }) => row);
  const found = new Map<string, InsideProperty>();
  for (const property of properties) {
    const column = feed.column(property);
    if (column === undefined) continue;
    found.set(
      property,
      insideProperty(affinityValuesReader(column, boundaries(property)), rows, shares),
    );
  }
  const places = Uint32Array.from(items, ({ place }) => place);
  return { skus, places, shares, properties: found };
}

/**
 * The values that an event of an item would count towards, by its row; as bins where the property
 * has such.
 */
export function affinityValuesReader(
  { name, value }: ReadableColumn,
  boundaries: readonly number[] | null | undefined,
): (row: number) => readonly string[] {
  if (boundaries === null) return () => none;
  const known = new Map<unknown, readonly string[]>();
  return (row) => {
    const cell = value(row);
    if (cell === undefined || cell === null) return none;
    const before = known.get(cell);
    if (before !== undefined) return before;
    const reported = affinityValues({ sku: '', [name]: cell }, [name]).get(name) ?? none;
    const read =
      boundaries === undefined ? reported : reported.map((each) => binOf(boundaries, each));
    const values = [...new Set(read.filter((each) => each !== undefined))];
    // Lists are other objects each time, and would only fill the memory.
    if (typeof cell !== 'object' && known.size < mostItems) known.set(cell, values);
    return values;
  };
}

function insideProperty(
  valuesOf: (row: number) => readonly string[],
  rows: readonly number[],
  shares: Float64Array,
): InsideProperty {
  const codes = new Map<string, number>();
  const sums: number[] = [];
  const best: number[][] = [];
  const ofItem = rows.map((row, rank) => {
    const values = valuesOf(row).map((value) => {
      const code = codes.get(value) ?? codes.size;
      codes.set(value, code);
      sums[code] = (sums[code] ?? 0) + shares[rank]!;
      const ranks = best[code] ?? [];
      best[code] = ranks;
      if (ranks.length < mostOfValue) ranks.push(rank);
      return code;
    });
    return values.length === 0 ? none : values;
  });
  const all = sums.reduce((sum, each) => sum + each, 0);
  return { codes, shares: Float64Array.from(sums, (sum) => sum / all), best, ofItem };
}

/** A candidate, with the value that speaks most for it. */
export interface AffinityCandidate {
  /** In the popularity's `skus`. */
  readonly place: number;
  readonly score: number;
  /** Undefined where the site speaks alone. */
  readonly because: () => AffinityReason | undefined;
}

/** A value that is liked, and how many times as much as the site likes it. */
export interface AffinityReason {
  readonly property: string;
  readonly value: string;
  readonly times: number;
}

export type Likes = ReadonlyMap<
  string,
  readonly { readonly value: string; readonly score: number }[]
>;

export interface AffinityOptions {
  /** Only these; absent: all that `inside` has. */
  readonly properties?: readonly string[];
  readonly prior?: number;
}

/**
 * score(i) = popularity(i) / popularity of all x the mean over properties p of times(p, i)
 *
 * times(p, i) = the mean over i's values v of (s(v) / site(v) + prior) / (S + prior); 1 where i has
 * none, or the property was never liked.
 *
 * s(v) is the person's affinity score of v, S the sum of their scores in p, and site(v) the share
 * of v of the site's popularity. (s(v) + prior x site(v)) / (S + prior) is the expected share of v
 * in their preferences, if those are multinomial and drawn from a Dirichlet distribution around the
 * site's: a user with few events is expected to like what everyone likes; nothing is impossible.
 *
 * Candidates are the 200 most popular items of each property's 30 most liked values, and of all.
 * The best come first, of equal ones the first sku, and are found only as far as the caller reads.
 * `likes` has the most liked first.
 */
export function* affinityRanking(
  likes: Likes,
  inside: PopularInside,
  { properties, prior = defaultPrior }: AffinityOptions = {},
): Generator<AffinityCandidate, void> {
  const { places, shares } = inside;
  const names = [...(properties ?? inside.properties.keys())].filter((name) =>
    inside.properties.has(name),
  );
  const liked = names.flatMap((name) => likedProperty(name, likes, inside, prior));
  const silent = names.length - liked.length;
  const scoreOf = (rank: number) => {
    let sum = silent;
    for (const each of liked) sum += timesOf(each, rank);
    return shares[rank]! * (names.length === 0 ? 1 : sum / names.length);
  };
  const ranked = bestFirst(sourcesOf(liked, places.length), {
    ...{ properties: names.length, silent, others: liked.map(({ others }) => others) },
    share: (rank) => shares[rank]!,
    score: scoreOf,
    // Places are in the order of skus.
    isBefore: (rank, other) => places[rank]! < places[other]!,
  });
  for (const { rank, score } of ranked) {
    yield { place: places[rank]!, score, because: () => reasonOf(liked, rank) };
  }
}

/** A property with what is liked of it. */
interface LikedProperty {
  readonly name: string;
  readonly inside: InsideProperty;
  /** By code, how much more than the site they are expected to like the value. */
  readonly times: Float64Array;
  readonly values: readonly { readonly value: string; readonly code: number }[];
  /** The highest of what has none of the most liked values. */
  readonly others: number;
}

function likedProperty(
  name: string,
  likes: Likes,
  { properties }: PopularInside,
  prior: number,
): LikedProperty[] {
  const inside = properties.get(name);
  const own = (likes.get(name) ?? []).filter(({ score }) => score > 0);
  if (inside === undefined || own.length === 0) return [];
  const all = prior + own.reduce((sum, { score }) => sum + score, 0);
  const times = new Float64Array(inside.shares.length).fill(prior / all);
  const values = own.flatMap(({ value, score }) => {
    const code = inside.codes.get(value);
    if (code === undefined) return [];
    times[code] = (score / inside.shares[code]! + prior) / all;
    return [{ value, code }];
  });
  const few = values.slice(mostValues).map(({ code }) => times[code]!);
  return [{ name, inside, times, values, others: Math.max(1, prior / all, ...few) }];
}

function sourcesOf(liked: readonly LikedProperty[], items: number): Source[] {
  const sources = liked.flatMap(({ inside, values, times }, property) =>
    values.slice(0, mostValues).map(({ code }): Source => {
      const ranks = inside.best[code]!;
      return { ranks, property, times: times[code]!, isWhole: ranks.length < mostOfValue };
    }),
  );
  const popular = Array.from({ length: Math.min(items, mostOfValue) }, (_, rank) => rank);
  return [...sources, { ranks: popular, property: -1, times: 1, isWhole: true }];
}

function timesOf({ inside, times }: LikedProperty, rank: number): number {
  const codes = inside.ofItem[rank]!;
  if (codes.length === 0) return 1;
  let sum = 0;
  for (const code of codes) sum += times[code]!;
  return sum / codes.length;
}

/** The value that is liked the most above the site, of those that are liked at all. */
function reasonOf(liked: readonly LikedProperty[], rank: number): AffinityReason | undefined {
  let best: AffinityReason | undefined;
  for (const { name, inside, times, values } of liked) {
    const codes = inside.ofItem[rank]!;
    for (const { value, code } of values) {
      const more = times[code]!;
      if (!codes.includes(code) || more <= (best?.times ?? 0)) continue;
      best = { property: name, value, times: more };
    }
  }
  return best;
}
