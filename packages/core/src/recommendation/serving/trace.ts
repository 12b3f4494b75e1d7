// Knows how recommendations came about, where a trace is requested.

import type { BoundFilter } from './filters.ts';

/** Items that a filter left out, of those that were looked at. */
export interface Dropped {
  readonly filter: string;
  readonly count: number;
  /** The first of them. */
  readonly skus: readonly string[];
}

const mostSkus = 5;

/** Counts what filters leave out. */
export class Trace {
  readonly #rows = new Map<string, Set<number>>();

  /** Filters that do the same, and are counted. */
  watched(filters: readonly BoundFilter[]): BoundFilter[] {
    return filters.map((filter) => ({
      ...filter,
      passes: (row) => {
        const does = filter.passes(row);
        if (!does) this.#drop(filter.words, row);
        return does;
      },
    }));
  }

  #drop(words: string, row: number): void {
    const rows = this.#rows.get(words) ?? new Set();
    rows.add(row);
    this.#rows.set(words, rows);
  }

  dropped(skuOf: (row: number) => string): Dropped[] {
    return [...this.#rows].map(([filter, rows]) => {
      const first = [...rows.values().take(mostSkus)];
      return { filter, count: rows.size, skus: first.map(skuOf) };
    });
  }
}
