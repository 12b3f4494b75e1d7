// What each kind of event has to define; the compiler checks that all of it is there.

import type { Source } from '../fields.ts';
import type { AffinityValues, EventBase, Signal } from '../parts.ts';

/** A signal about a product that is still to be looked up, or about values that were stated. */
export type Statement =
  | { readonly signal: Signal; readonly sku: string }
  | { readonly signal: Signal; readonly values: AffinityValues };

/** Gives a name to something under which nothing is found, the same one each time. */
export type Rename = (name: string) => string;

/** The definition of the kind whose events hold these facts. */
export interface Kind<Facts extends { readonly kind: string }> {
  /**
   * Reads the properties of an event whose `svcType` is the kind's name and `-v1`: notes every
   * fault and then returns placeholders, which are never used. Null: callers do not send it so.
   */
  readonly read: ((properties: Source) => Facts) | null;
  /** May conditions count it, as something that the user did? */
  readonly isActivity: boolean;
  /** What it says of affinity, its products not looked up yet. */
  readonly statements: (facts: Facts) => readonly Statement[];
  /** What it is about, in a few words: its products, its page. No names of people. */
  readonly about: (facts: Facts) => string;
  /** What reports still count of it once its person is erased. Null: nothing of it is kept. */
  readonly anonymised:
    | ((event: EventBase & Facts, rename: Rename) => Pick<EventBase, 'name'> & Facts)
    | null;
}

/** Of an event that says nothing of affinity. */
export const nothing = (): readonly Statement[] => [];

/** The parts that are there, with commas. */
export const joined = (parts: readonly (string | undefined)[]): string =>
  parts.filter(Boolean).join(', ');
