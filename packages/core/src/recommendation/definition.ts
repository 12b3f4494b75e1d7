// Knows the shape of a strategy as it is stored: JSON, before anything is prepared.

/**
 * A recommendation recipe. Its steps are a chain: each fills what those before it left empty, and
 * behind the last comes whatever qualifies, so that no slot stays empty while an item does.
 */
export interface StrategyDefinition {
  id: number;
  name: string;
  /** The feed that it recommends from; absent: the site's first. */
  feed?: string;
  steps: StrategyStep[];
  /** What every item must be, whichever step proposes it. */
  filters?: ItemFilter[];
  /** At most so many items of one value of a column, e.g. 2 of a `brand` or 1 of a `group_id`. */
  diversity?: { column: string; most: number }[];
  /** May several items of one `group_id`, such as sizes of a shirt, be in a list? Absent: one. */
  severalOfGroup?: true;
  /** The share of slots given to chance among the next best, so that new items are seen. */
  exploration?: { share: number; among: number };
}

export interface StrategyStep {
  method: Method;
  /** Only for these slots, from 0; absent: all. Steps with slots of their own make a mix. */
  slots?: number[];
  filters?: ItemFilter[];
}

/** What an event says of an item, for methods that count events. */
export type Interaction = 'view' | 'add-to-cart' | 'purchase';

/**
 * Where a method that goes out from items takes them from; `auto`: page, then cart, then
 * recent.
 */
export type Seed = 'auto' | 'page' | 'cart' | 'viewed' | 'purchased';

/** Which events of what age count, and how an event fades: half of it after `halfLife` days. */
export interface Counting {
  /** Days; 1 to 365. */
  window: number;
  halfLife?: number;
}

export type Scoring = 'count' | 'cosine' | 'jaccard' | 'lift';

/** How neighbours are found among items that occur together. */
export interface Neighbourhood extends Counting {
  scoring: Scoring;
  /** Added to the divisor, so that few coincidences say little. */
  shrinkage: number;
  /** Pairs that were together less often are no neighbours. */
  minimumSupport: number;
  /** Neighbours kept of each item. */
  neighbours: number;
}

/** Whether what the user had may come again: bread yes, a sofa no. Absent: it may not. */
export interface Repeating {
  repeats?: boolean;
}

export type Method =
  | ({ type: 'popularity'; event: Interaction } & Counting)
  | ({ type: 'trending'; event: Interaction; recent: number } & Counting)
  | { type: 'newest' }
  | { type: 'recently-viewed' }
  | { type: 'recently-purchased' }
  | ({ type: 'viewed-together'; seed: Seed } & Neighbourhood)
  | ({ type: 'bought-together'; seed: Seed } & Neighbourhood)
  | { type: 'similar'; seed: Seed; columns: string[]; shrinkage: number; neighbours: number }
  /**
   * `prior`: how much the site's average counts, as an affinity score; `visit`: how much this visit
   * does, 0 to 1. Absent: the default, and what the site's settings say.
   */
  | { type: 'affinity'; properties?: string[]; prior?: number; visit?: number }
  | ({ type: 'collaborative'; algorithm: 'item-knn'; event: Interaction } & Neighbourhood &
      Repeating)
  | ({
      type: 'collaborative';
      algorithm: 'rp3beta';
      event: Interaction;
      alpha: number;
      beta: number;
      neighbours: number;
    } & Counting &
      Repeating);

export type ItemComparison = 'IS' | 'IS_NOT' | 'CONTAINS' | 'EQ' | 'GT' | 'GTE' | 'LT' | 'LTE';

/** What an item must be (or, of rules, must not be) to be shown. */
export type ItemFilter =
  | { type: 'column'; column: string; is: ItemComparison; value: string | number | boolean }
  /** Shares a value of the column with the page's item; all items where the page has none. */
  | { type: 'same'; column: string }
  /** Costs between these shares of the page's item's price, e.g. 0.5 and 1.5. */
  | { type: 'price-near'; from: number; to: number }
  | { type: 'in-stock' }
  | { type: 'not-in-cart' }
  | { type: 'not-on-page' }
  | { type: 'not-purchased'; days: number }
  | { type: 'not-viewed'; days: number };
