// What an event says of a person's taste, once the affinity values of its products are known.

import { firstCharacters } from '../text/characters.ts';
import type {
  AffinityValues,
  CartLine,
  CompleteEvent,
  Event,
  Observation,
  Signal,
} from './event.ts';

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

/** A signal about a product that is still to be looked up, or about values said outright. */
export type Statement =
  | { readonly signal: Signal; readonly sku: string }
  | { readonly signal: Signal; readonly values: AffinityValues };

/**
 * Completes an event with the values that the fold counts. A line of a basket counts once whatever
 * its quantity, not at all when that is 0 or less; a product that is unknown says nothing. A chosen
 * attribute (`change-attr`) speaks as a filter does. The state of a cart (`sync-cart`) and
 * a click say nothing by themselves: the adding and the view are events of their own. A refund
 * without a cart says nothing until `takeBack` is told of its purchase.
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
 * A refund of a whole transaction with what its purchase said, taken back: the values that were
 * counted then, whatever the feed has now, so that it does not matter which came first.
 */
export function takeBack(refund: CompleteEvent, purchase: CompleteEvent): CompleteEvent {
  const observations = purchase.observations.map(
    ({ values }): Observation => ({ signal: 'refund', values }),
  );
  return { ...refund, observations };
}

/** What an event says of taste, its products not looked up yet; none: it is no signal. */
export function statementsOf(event: Event): Statement[] {
  switch (event.kind) {
    case 'pageview':
      return event.sku === undefined ? [] : [{ signal: 'view', sku: event.sku }];
    case 'product-view':
      return [{ signal: 'view', sku: event.sku }];
    case 'add-to-wishlist':
      return [{ signal: 'wishlist', sku: event.sku }];
    case 'add-to-cart':
    case 'remove-from-cart':
      return ofLines(event.kind, [event]);
    case 'purchase':
      return ofLines('purchase', event.cart);
    case 'refund':
      return ofLines('refund', event.cart ?? []);
    case 'filter-items':
    case 'change-attr':
      return [{ signal: 'filter', values: new Map([[event.property, [String(event.value)]]]) }];
    case 'inform-affinity':
      return [
        ...event.data.map(({ property, values, dislikes }) => ({
          signal: informed(dislikes),
          values: new Map([[property, values]]),
        })),
        ...(event.products ?? []).map(({ sku, dislikes }) => ({ signal: informed(dislikes), sku })),
      ];
    default:
      return [];
  }
}

const informed = (dislikes: true | undefined): Signal => (dislikes ? 'dislike' : 'inform');

function ofLines(signal: Signal, lines: readonly CartLine[]): Statement[] {
  return lines.filter((line) => line.quantity > 0).map((line) => ({ signal, sku: line.sku }));
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
