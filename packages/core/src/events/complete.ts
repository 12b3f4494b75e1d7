// What an event says of a person's affinity, once the affinity values of its products are known.

import { firstCharacters } from '../text/characters.ts';
import type { CompleteEvent, Event } from './event.ts';
import { statementsOf } from './kinds/index.ts';
import type { AffinityValues, Observation } from './parts.ts';

/** Longest names that a profile holds, in characters; longer ones end there. */
const maxValueLength = 1_000;
const maxPropertyLength = 100;
/** Values of one property that one observation may have; those after are left out. */
const maxValues = 100;

/** What the gathering side knows of an event when it arrives. */
export interface Completion {
  /** Was the person known when it happened? */
  readonly identified: boolean;
  /** Affinity values of a product as the feed has it now; undefined for an unknown sku. */
  readonly lookup: (sku: string) => AffinityValues | undefined;
}

/**
 * Completes an event with the values that the fold counts, as its kind says; a product that is
 * unknown says nothing. A refund without a cart says nothing until `takeBack` knows its
 * purchase.
 */
export function completeEvent(event: Event, completion: Completion): CompleteEvent {
  const observations: Observation[] = [];
  for (const statement of statementsOf(event)) {
    const said = 'values' in statement ? statement.values : completion.lookup(statement.sku);
    const values = boundedValues(said ?? new Map());
    if (values.size > 0) observations.push({ signal: statement.signal, values });
  }
  return { event, identified: completion.identified, observations };
}

/** The skus that completing `event` will look up, each once. */
export function skusOf(event: Event): string[] {
  const skus = new Set<string>();
  for (const statement of statementsOf(event)) {
    if ('sku' in statement) skus.add(statement.sku);
  }
  return [...skus];
}

/**
 * A refund of a whole transaction with the values of its purchase, taken back: the values that were
 * counted then, whatever the feed has now, so that it does not matter which came first.
 */
export function takeBack(refund: CompleteEvent, purchase: CompleteEvent): CompleteEvent {
  const observations = purchase.observations.map(
    ({ values }): Observation => ({ signal: 'refund', values }),
  );
  return { ...refund, observations };
}

function boundedValues(said: AffinityValues): AffinityValues {
  const bounded = new Map<string, readonly string[]>();
  for (const [property, values] of said) {
    const name = firstCharacters(property, maxPropertyLength);
    const names = values.map((value) => firstCharacters(value, maxValueLength));
    const distinct = [...new Set(names)].filter((value) => value !== '').slice(0, maxValues);
    if (name !== '' && distinct.length > 0) bounded.set(name, distinct);
  }
  return bounded;
}
