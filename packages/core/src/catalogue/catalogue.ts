// What everybody may ask of a feed in memory; how it is laid out is the other files' business.

import type { Json } from '../feeds/json.ts';

/**
 * A revision of a feed in memory, immutable. Items are rows: numbers that are good for this
 * catalogue alone. Later revisions share what did not change.
 */
export interface Catalogue {
  /** The feed's revision, of which this is the whole. */
  readonly revision: string;
  /** How many items there are. */
  readonly size: number;
  /** One more than the highest row number; rows of items that are gone lie between. */
  readonly rows: number;
  /** About how much memory it takes, with what it shares with other revisions. */
  readonly bytes: number;
  /** -1 where there is no such item. */
  readonly rowOf: (sku: string) => number;
  readonly skuOf: (row: number) => string;
  readonly isLive: (row: number) => boolean;
  /** All columns that some item fills, localised ones (`lng:en_US:name`) by their whole name. */
  readonly columns: readonly string[];
  /**
   * A column as it is read in a locale, such as `en_US`: an item without a localised value has the
   * plain one. Undefined where no item fills it.
   */
  readonly column: (name: string, locale?: string) => Column | undefined;
  /** The item as JSON text, of the named columns alone (absent: of all); locales resolved. */
  readonly itemText: (row: number, fields?: readonly string[], locale?: string) => string;
}

/** One column of all rows. */
export interface Column {
  readonly name: string;
  /** The value as the feed has it; undefined where the item has none. */
  readonly value: (row: number) => Json | undefined;
  /** As a number: a number itself, true 1, false 0, a time in ms; NaN for everything else. */
  readonly number: (row: number) => number;
  /** The texts of the value, a list's elements each; none where it is no text. */
  readonly texts: (row: number) => readonly string[];
  /** Does the row's value, or an element of its list, equal this one? */
  readonly has: (row: number, value: string | number | boolean) => boolean;
  /** `has` of one value, prepared to be asked of many rows. */
  readonly matcher: (value: string | number | boolean) => (row: number) => boolean;
  /**
   * May a text of the row's value contain this one, both of them folded? Prepared once, to be asked
   * of many rows: yes may be wrong, no is not. Of numbers always no.
   */
  readonly mayContain: (text: string) => (row: number) => boolean;
  /** How many rows `rowsWith` gives at most, without looking for them; null: not indexed. */
  readonly countWith: (value: string | number | boolean) => number | null;
  /**
   * Live rows that `has` says so of, in ascending order, from an index; null: not indexed. Of a
   * value that most items have that is a long list: ask `countWith` first.
   */
  readonly rowsWith: (value: string | number | boolean) => Uint32Array | null;
}
