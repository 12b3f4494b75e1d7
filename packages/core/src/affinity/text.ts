// How ranked affinity leaves the core: as the answer's text, and as attributes of conditions.

import type { RankedAffinity } from './read.ts';

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
export interface AffinityAttribute {
  readonly rank: number;
  readonly score: number;
}

type Attributes<Value> = { readonly [name: string]: Value };

/**
 * Property -> value -> rank and score, for targeting conditions. The objects have no prototype: a
 * value called `constructor` is there only if the person has it.
 */
export function affinityAttributes(
  ranked: RankedAffinity,
): Attributes<Attributes<AffinityAttribute>> {
  const attributes: Record<string, Attributes<AffinityAttribute>> = Object.create(null);
  for (const [property, values] of ranked) {
    const ofProperty: Record<string, AffinityAttribute> = Object.create(null);
    for (const { value, rank, score } of values) ofProperty[value] = { rank, score };
    attributes[property] = ofProperty;
  }
  return attributes;
}
