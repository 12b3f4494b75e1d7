// A feed of the plainest kind, for tests.

import type { ReadableFeed } from './methods/feed.ts';

/** A feed of items by sku, each with lists of texts by column. */
export function plainFeed(
  items: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>,
): ReadableFeed {
  const skus = Object.keys(items);
  const rows = new Map(skus.map((sku, row) => [sku, row]));
  const columns = new Set(Object.values(items).flatMap((item) => Object.keys(item)));
  return {
    rows: skus.length,
    rowOf: (sku) => rows.get(sku) ?? -1,
    skuOf: (row) => skus[row]!,
    isLive: (row) => row < skus.length,
    column: (name) =>
      columns.has(name)
        ? {
            name,
            texts: (row) => items[skus[row]!]?.[name] ?? [],
            value: (row) => items[skus[row]!]?.[name],
          }
        : undefined,
  };
}
