// The attributes of a person who has several names: of one that several set, the latest counts,
// then the name that is last in order.
import type { AffinityEdits, Identifier } from '@attune/core';

/** Attributes of a person, by name; flat, and never null. */
export type Attributes = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface AttributeEntry {
  /** The person's identifier; type '': a user id. */
  readonly name: Identifier;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
  readonly attributes: Attributes;
  readonly edits: AffinityEdits;
}

export type AttributeEntries = readonly AttributeEntry[];

export const noEntries: AttributeEntries = [];
const noAttributes: Attributes = Object.freeze({});

/**
 * The attributes of a person who has several names: of one that several set, the latest counts,
 * then the name that is last in order.
 */
export function attributesOf(entries: AttributeEntries): Attributes {
  const withAttributes = entries.filter(({ attributes }) => Object.keys(attributes).length > 0);
  if (withAttributes.length < 2) return withAttributes[0]?.attributes ?? noAttributes;
  const keyOf = ({ name: { type, value } }: AttributeEntry) => `${type}\n${value}`;
  const inOrder = withAttributes.toSorted(
    (a, b) => a.changedAt - b.changedAt || (keyOf(a) < keyOf(b) ? -1 : 1),
  );
  return Object.fromEntries(inOrder.flatMap(({ attributes }) => Object.entries(attributes)));
}

/** Teammates' edits of a person's affinity. */
export function editsOf(entries: AttributeEntries): AffinityEdits {
  return entries.flatMap(({ edits }) => edits);
}
