// Lists of neighbours while they are made, and how they are turned round.

import { makeBest, mostModelItems } from './best.ts';
import { type BuildOptions, demandMemory } from './builder.ts';
import { startsOf } from './interaction-matrix.ts';

/** The list of item `i` is `items[starts[i] .. starts[i + 1]]`, best first. */
export interface Lists {
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
  readonly scores: Float32Array;
}

export interface ListWriter {
  readonly push: (item: number, score: number) => void;
  /** Ends the list of the next item. */
  readonly end: () => void;
  readonly finish: () => Lists;
}

/** The other item and the score. */
const bytesPerPair = 8;

/** Writes lists one behind the other. */
export function writeLists(
  itemCount: number,
  options: Pick<BuildOptions, 'memoryLimit'>,
): ListWriter {
  if (itemCount > mostModelItems) {
    throw new RangeError(`a model has ${mostModelItems} items at most, not ${itemCount}`);
  }
  const starts = new Uint32Array(itemCount + 1);
  let items = new Uint32Array(1 << 10);
  let scores = new Float32Array(1 << 10);
  let size = 0;
  let lists = 0;
  const grow = (): void => {
    const capacity = Math.ceil(1.5 * size);
    // The old and the new ones are there at once.
    demandMemory((size + capacity) * bytesPerPair, options);
    const [oldItems, oldScores] = [items, scores];
    items = new Uint32Array(capacity);
    scores = new Float32Array(capacity);
    items.set(oldItems);
    scores.set(oldScores);
  };
  return {
    push: (item, score) => {
      if (size === items.length) grow();
      items[size] = item;
      scores[size] = score;
      size += 1;
    },
    end: () => {
      lists += 1;
      starts[lists] = size;
    },
    finish: () => ({ starts, items: items.slice(0, size), scores: scores.slice(0, size) }),
  };
}

/** The same pairs by their other item; the best `limit` of each. */
export function turnRound(
  { starts, items, scores }: Lists,
  limit: number,
  options: Pick<BuildOptions, 'memoryLimit'>,
): Lists {
  const itemCount = starts.length - 1;
  // What is given, what is turned, and what is cut of it to its length.
  demandMemory(3 * items.length * bytesPerPair, options);
  const begin = startsOf(items, itemCount);
  const next = begin.slice();
  const others = new Uint32Array(items.length);
  const theirScores = new Float32Array(items.length);
  for (let item = 0; item < itemCount; item++) {
    for (let at = starts[item]!; at < starts[item + 1]!; at++) {
      const to = next[items[at]!]!++;
      others[to] = item;
      theirScores[to] = scores[at]!;
    }
  }
  const longest = begin.reduce((most, to, at) => Math.max(most, to - (begin[at - 1] ?? to)), 0);
  const best = makeBest(Math.min(limit, longest));
  const turned = { starts: new Uint32Array(itemCount + 1), items: others, scores: theirScores };
  let size = 0;
  for (let item = 0; item < itemCount; item++) {
    for (let at = begin[item]!; at < begin[item + 1]!; at++)
      best.offer(others[at]!, theirScores[at]!);
    // Written over what was read: a list never gets longer.
    best.take((other, score) => {
      others[size] = other;
      theirScores[size] = score;
      size += 1;
    });
    turned.starts[item + 1] = size;
  }
  return { ...turned, items: others.slice(0, size), scores: theirScores.slice(0, size) };
}
