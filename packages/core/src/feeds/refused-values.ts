// Values of a file that no rule can read, counted: each may be given a meaning in a mapping.

/** A text that a column's rule cannot read. */
export interface RefusedValue {
  /** Ours. */
  readonly column: string;
  readonly value: string;
}

export interface CountedValue extends RefusedValue {
  readonly rows: number;
}

/** A column with more of them holds something else. */
const keptMost = 1_000;
const shownMost = 100;

/** Counts values; of more than 1,000 different ones, those that came first. */
export function refusedCounter() {
  const counted = new Map<string, RefusedValue & { rows: number }>();
  return {
    add: (values: readonly RefusedValue[] | undefined): void => {
      for (const { column, value } of values ?? []) {
        const key = JSON.stringify([column, value]);
        const known = counted.get(key);
        if (known) known.rows += 1;
        else if (counted.size < keptMost) counted.set(key, { column, value, rows: 1 });
      }
    },
    /** The most frequent first, at most 100. */
    all: (): CountedValue[] =>
      [...counted.values()].sort((a, b) => b.rows - a.rows).slice(0, shownMost),
  };
}
