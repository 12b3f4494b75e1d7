// How ranked affinity leaves the core: as the answer's text, and as attributes of conditions.

import { LazyAttributes } from '../conditions/index.ts';
import type { RankedAffinity, RankedValue } from './read.ts';

/**
 * The JSON text `{"color":{"red":1,...}}`, in rank order; `{}` when nothing is ranked. It is put
 * together by hand: an object's integer-like keys ("42", "7") come first however they are set.
 */
export function affinityText(ranked: RankedAffinity): string {
  const properties = [...ranked].map(([property, values]) => {
    const ranks = values.map(({ value, rank }) => `${JSON.stringify(value)}:${rank}`);
    return `${JSON.stringify(property)}:{${ranks.join(',')}}`;
  });
  return `{${properties.join(',')}}`;
}

/** What a condition may ask of one value. */
interface AffinityAttribute {
  readonly rank: number;
  readonly score: number;
}

/**
 * Property -> value -> rank and score, for targeting conditions. A property is ranked when it is
 * asked for, by `rank`, which gives nothing for one that does not count.
 */
export function affinityAttributes(
  properties: () => readonly string[],
  rank: (property: string) => readonly RankedValue[],
): LazyAttributes {
  return new AffinityAttributes(properties, rank);
}

class AffinityAttributes extends LazyAttributes {
  readonly #properties: () => readonly string[];
  readonly #rank: (property: string) => readonly RankedValue[];
  /** What was asked for last: conditions of a request tend to ask for the same. */
  #last: { readonly property: string; readonly values: PropertyAttributes | undefined } | undefined;

  constructor(
    properties: () => readonly string[],
    rank: (property: string) => readonly RankedValue[],
  ) {
    super();
    this.#properties = properties;
    this.#rank = rank;
  }

  read(property: string): LazyAttributes | undefined {
    if (this.#last?.property !== property) {
      const ranked = this.#rank(property);
      const values = ranked.length === 0 ? undefined : new PropertyAttributes(ranked);
      this.#last = { property, values };
    }
    return this.#last.values;
  }

  toJSON() {
    const all = this.#properties().map((name) => [name, this.read(name)] as const);
    return Object.fromEntries(all.filter(([, values]) => values !== undefined));
  }
}

class PropertyAttributes extends LazyAttributes {
  readonly #ranked: readonly RankedValue[];

  constructor(ranked: readonly RankedValue[]) {
    super();
    this.#ranked = ranked;
  }

  read(value: string): AffinityAttribute | undefined {
    for (const one of this.#ranked) {
      if (one.value === value) return { rank: one.rank, score: one.score };
    }
    return undefined;
  }

  toJSON() {
    return Object.fromEntries(
      this.#ranked.map(({ value, rank, score }) => [value, { rank, score }]),
    );
  }
}
