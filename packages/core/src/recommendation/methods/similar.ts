// Which items are alike by what the feed says of them: TF-IDF, cosine, rarest terms first.

import { packSkus, sortSkus } from '../columns/sku-list.ts';
import type { ContentMethod } from '../method-table.ts';
import { makeBest } from './best.ts';
import {
  type BuildOptions,
  type BuiltModel,
  defaultMemoryLimit,
  ModelTooLarge,
} from './builder.ts';
import type { ReadableFeed } from './feed.ts';
import { startsOf } from './interaction-matrix.ts';
import { writeLists } from './lists.ts';
import { modelOfLists } from './model-of-lists.ts';
import { progressOf } from './progress.ts';
import { makeTally } from './tally.ts';
import { termsOf } from './terms.ts';

/**
 * Candidates come from the items that share a term, rarest terms first, until so many were met; of
 * them the best by what was added up until then, so many for each neighbour, are scored in full.
 * Where items share fewer, which is most feeds, every pair that shares a term is scored.
 */
const mostMet = 2_000;
const scoredPerNeighbour = 8;

/**
 * Builds `similar` of a feed.
 *
 * weight(i, t) = (1 + ln(how often i has t)) x ln(items / items with t)
 * s(i, j) = sum over t of weight(i, t) x weight(j, t) / (|i| x |j| + shrinkage)
 *
 * A term is a value of a column, whole and in lower case; of `name` and `description` it is a word.
 * Items that share nothing but what all have are not alike.
 */
export function buildSimilar(
  method: ContentMethod,
  feed: ReadableFeed,
  options: Omit<BuildOptions, 'now'> = {},
): BuiltModel {
  const { skus, matrix } = readTerms(method, feed, options.memoryLimit ?? defaultMemoryLimit);
  const itemCount = skus.length;
  const { starts, weights } = matrix;
  const postings = postingsOf(matrix);
  const norms = Float64Array.from({ length: itemCount }, (_, item) => {
    let squares = 0;
    for (let at = starts[item]!; at < starts[item + 1]!; at++) squares += weights[at]! ** 2;
    return Math.sqrt(squares);
  });
  const tally = makeTally(itemCount);
  const candidates = makeBest(scoredPerNeighbour * method.neighbours);
  const best = makeBest(method.neighbours);
  const lists = writeLists(itemCount, options);
  const progress = progressOf(itemCount, { ...options, now: 0 });
  const score = (a: number, b: number, dot: number): number =>
    dot > 0 ? dot / (norms[a]! * norms[b]! + method.shrinkage) : 0;
  for (let item = 0; item < itemCount; item++) {
    const isWhole = meet(item, matrix, postings, tally.add);
    const rank = isWhole ? best : candidates;
    tally.take((other, _times, dot) => {
      if (other !== item) rank.offer(other, score(item, other, dot));
    });
    if (!isWhole) {
      candidates.take((other) => best.offer(other, score(item, other, dotOf(matrix, item, other))));
    }
    best.take(lists.push);
    lists.end();
    progress();
  }
  const counted = { events: 0, days: 0, units: itemCount, leftOut: 0 };
  const selves = Float32Array.from(norms, (norm, item) => score(item, item, norm ** 2));
  return modelOfLists(skus, lists.finish(), selves, counted);
}

/** The terms of item `i`, the rarest first: `terms[starts[i] .. starts[i + 1]]`, and weights. */
interface TermMatrix {
  readonly starts: Uint32Array;
  readonly terms: Uint32Array;
  readonly weights: Float32Array;
  readonly termCount: number;
}

/** Bytes for each term of an item: read, weighed, and the other way round. */
const bytesPerTerm = 28;

function readTerms(method: ContentMethod, feed: ReadableFeed, memoryLimit: number) {
  const names: string[] = [];
  for (let row = 0; row < feed.rows; row++) {
    if (feed.isLive(row)) names.push(feed.skuOf(row));
  }
  const inOrder = sortSkus(names);
  const columns = method.columns.flatMap((name) => feed.column(name) ?? []);
  const numbers = new Map<string, number>();
  const starts = new Uint32Array(inOrder.length + 1);
  const terms: number[] = [];
  const times: number[] = [];
  for (const [item, sku] of inOrder.entries()) {
    const counts = new Map<number, number>();
    for (const term of termsOf(columns, feed.rowOf(sku))) {
      const number = numbers.get(term) ?? numbers.size;
      numbers.set(term, number);
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    for (const [number, count] of counts) {
      terms.push(number);
      times.push(count);
    }
    starts[item + 1] = terms.length;
    if (terms.length * bytesPerTerm > memoryLimit) {
      throw new ModelTooLarge(terms.length * bytesPerTerm, memoryLimit);
    }
  }
  return { skus: packSkus(inOrder), matrix: weigh(starts, terms, times, numbers.size) };
}

function weigh(
  starts: Uint32Array,
  terms: readonly number[],
  times: readonly number[],
  termCount: number,
): TermMatrix {
  const itemCount = starts.length - 1;
  const having = new Uint32Array(termCount);
  for (const term of terms) having[term]! += 1;
  const sorted = new Uint32Array(terms.length);
  const weights = new Float32Array(terms.length);
  for (let item = 0; item < itemCount; item++) {
    const from = starts[item]!;
    const places = Array.from({ length: starts[item + 1]! - from }, (_, at) => from + at);
    places.sort((a, b) => having[terms[a]!]! - having[terms[b]!]! || terms[a]! - terms[b]!);
    for (const [at, place] of places.entries()) {
      const rarity = Math.log(itemCount / having[terms[place]!]!);
      sorted[from + at] = terms[place]!;
      weights[from + at] = (1 + Math.log(times[place]!)) * rarity;
    }
  }
  return { starts, terms: sorted, weights, termCount };
}

/** Which items have a term, ascending, with its weights there. */
interface Postings {
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
  readonly weights: Float32Array;
}

function postingsOf({ starts, terms, weights, termCount }: TermMatrix): Postings {
  const begin = startsOf(terms, termCount);
  const next = begin.slice();
  const items = new Uint32Array(terms.length);
  const theirs = new Float32Array(terms.length);
  for (let item = 0; item + 1 < starts.length; item++) {
    for (let at = starts[item]!; at < starts[item + 1]!; at++) {
      const to = next[terms[at]!]!++;
      items[to] = item;
      theirs[to] = weights[at]!;
    }
  }
  return { starts: begin, items, weights: theirs };
}

/** Adds up what an item shares with others; false where there were too many to meet them all. */
function meet(
  item: number,
  { starts, terms, weights }: TermMatrix,
  postings: Postings,
  add: (other: number, times: number, amount: number) => void,
): boolean {
  let left = mostMet;
  for (let at = starts[item]!; at < starts[item + 1]!; at++) {
    const weight = weights[at]!;
    // A term that all items have says nothing; all behind it are as common.
    if (weight === 0) break;
    const from = postings.starts[terms[at]!]!;
    const size = postings.starts[terms[at]! + 1]! - from;
    const met = Math.min(size, left);
    // Of too many, those behind the item itself: so that they are others for each item.
    const first = met === size ? 0 : placeIn(postings.items, from, size, item);
    for (let step = 0; step < met; step++) {
      const to = from + ((first + step) % size);
      add(postings.items[to]!, 1, weight * postings.weights[to]!);
    }
    left -= met;
    if (met < size) return false;
  }
  return true;
}

function placeIn(items: Uint32Array, from: number, size: number, item: number): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (items[from + middle]! < item) low = middle + 1;
    else high = middle;
  }
  return low;
}

function dotOf({ starts, terms, weights }: TermMatrix, a: number, b: number): number {
  let sum = 0;
  for (let at = starts[a]!; at < starts[a + 1]!; at++) {
    for (let to = starts[b]!; to < starts[b + 1]!; to++) {
      if (terms[at] === terms[to]) sum += weights[at]! * weights[to]!;
    }
  }
  return sum;
}
