// What was told of a person, put together from all that he is known by.
import type { AffinityEdits, Identifier } from '@attune/core';

/** Attributes of a person, by name; flat, and never null. */
export type Attributes = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface UserFact {
  /** Whom it is told of; type '': a user id. */
  readonly name: Identifier;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
  readonly attributes: Attributes;
  readonly edits: AffinityEdits;
}

export type UserFacts = readonly UserFact[];

export const noFacts: UserFacts = [];
const noAttributes: Attributes = Object.freeze({});

/**
 * The attributes of a person who has several names: of one that several tell, what was told last
 * counts, then the name that is last in order.
 */
export function attributesOf(facts: UserFacts): Attributes {
  const told = facts.filter(({ attributes }) => Object.keys(attributes).length > 0);
  if (told.length < 2) return told[0]?.attributes ?? noAttributes;
  const keyOf = ({ name: { type, value } }: UserFact) => `${type}\n${value}`;
  const inOrder = told.toSorted(
    (a, b) => a.changedAt - b.changedAt || (keyOf(a) < keyOf(b) ? -1 : 1),
  );
  return Object.fromEntries(inOrder.flatMap(({ attributes }) => Object.entries(attributes)));
}

/** What teammates have edited of somebody's affinity. */
export function editsOfFacts(facts: UserFacts): AffinityEdits {
  return facts.flatMap(({ edits }) => edits);
}
