// Knows how many items of one value a recommendation has, and whether one more is too many.

import type { Catalogue, Column } from '../../catalogue/index.ts';
import type { StrategyDefinition } from '../definition.ts';

type Limits = NonNullable<StrategyDefinition['diversity']>;

interface Limit {
  readonly name: string;
  readonly column: Column;
  readonly most: number;
  readonly counts: Map<string, number>;
}

/** What of a list's items may be alike: of a group one, unless the strategy says otherwise. */
export function limitsOf({
  diversity = [],
  severalOfGroup,
}: Pick<StrategyDefinition, 'diversity' | 'severalOfGroup'>): Limits {
  const isSaid = severalOfGroup || diversity.some(({ column }) => column === 'group_id');
  return isSaid ? diversity : [...diversity, { column: 'group_id', most: 1 }];
}

/** Counts values of given items; one whose value is full is one too many. */
export class Diversity {
  readonly #limits: readonly Limit[];

  constructor(limits: Limits, catalogue: Catalogue) {
    this.#limits = limits.flatMap(({ column: name, most }) => {
      const column = catalogue.column(name);
      return column ? [{ name, column, most, counts: new Map() }] : [];
    });
  }

  /** Is there anything to keep? */
  get isOn(): boolean {
    return this.#limits.length > 0;
  }

  isTooMuch(row: number): boolean {
    return this.#limits.some((limit) => isFull(limit, row));
  }

  /** The columns of which an item has a value that is full. */
  exceededBy(row: number): string[] {
    return this.#limits.filter((limit) => isFull(limit, row)).map(({ name }) => name);
  }

  add(row: number): void {
    for (const { column, counts } of this.#limits) {
      for (const value of valuesOf(column, row)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
}

function isFull({ column, counts, most }: Limit, row: number): boolean {
  return valuesOf(column, row).some((value) => (counts.get(value) ?? 0) >= most);
}

/** An item without a value counts towards none. */
function valuesOf(column: Column, row: number): string[] {
  const value = column.value(row);
  if (value === undefined || value === null) return [];
  const all = Array.isArray(value) ? value : [value];
  return [...new Set(all.map((one) => JSON.stringify(one)))];
}
