// Rows of a file, joined until there are some: that is faster than one by one.
import type { FeedLine } from '../files/feed-line.ts';
import { linesAtOnce } from '../files/ndjson.ts';

/** Rows one by one, or some at once, which is faster. */
export type Rows = AsyncIterable<FeedLine | readonly FeedLine[]> | readonly FeedLine[];

/** The rows in their order, `atOnce` together where they come one by one. */
export async function* someAtOnce(
  rows: Rows,
  atOnce = linesAtOnce,
): AsyncGenerator<readonly FeedLine[]> {
  let some: FeedLine[] = [];
  for await (const one of rows) {
    if (isMany(one)) yield one;
    else if (some.push(one) === atOnce) {
      yield some;
      some = [];
    }
  }
  if (some.length > 0) yield some;
}

const isMany = (one: FeedLine | readonly FeedLine[]): one is readonly FeedLine[] =>
  Array.isArray(one);
