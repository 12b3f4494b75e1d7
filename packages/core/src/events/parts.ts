// What events are made of: lines of a cart, names of people, decisions, stated preferences.

/** One line of a basket, a purchase or a refund. `price` is per piece, in the event's currency. */
export interface CartLine {
  readonly sku: string;
  readonly quantity: number;
  readonly price?: number;
}

/** What an event says of the person's affinity; each has a weight among the site's settings. */
export type Signal =
  | 'view'
  | 'wishlist'
  | 'filter'
  | 'add-to-cart'
  | 'inform'
  | 'purchase'
  | 'remove-from-cart'
  | 'refund'
  | 'dislike';

/** Affinity property -> values of one product or one statement, e.g. `color -> ['red']`. */
export type AffinityValues = ReadonlyMap<string, readonly string[]>;

/** One observation of affinity: each value of each property counts once for the signal. */
export interface Observation {
  readonly signal: Signal;
  readonly values: AffinityValues;
}

/** A user was given a variation. `key` names the allocation that it sticks to. */
export interface Assignment {
  readonly key: string;
  readonly variationId: number;
}

/** What an exposure counts for, in campaigns that do not count by person. */
export interface ExposedUnit {
  readonly kind: 'device' | 'account';
  readonly id: string;
}

/** What was decided of one campaign; ids are null where it came to none. */
export interface LoggedDecision {
  readonly campaignId: number;
  readonly experienceId: number | null;
  readonly variationId: number | null;
  readonly reason: string;
  readonly propensity: number;
  readonly recommended?: readonly RecordedSlot[];
  readonly list?: RecommendedList;
}

/** What recommended, and where: what reports break recommendations down by. */
export interface RecommendedBy {
  readonly strategy: number;
  /** Absent: the request named no page. */
  readonly page?: PageFacts['type'];
}

/** A list of recommended items. */
export interface RecommendedList extends RecommendedBy {
  /** How many it was to have. */
  readonly slots: number;
  /** Some slot has an item of a later step, or of the last resort, instead of its first choice. */
  readonly hasFallback?: true;
}

/** A slot of such a list, by its place from 0. */
export interface RecommendedPlace extends RecommendedBy {
  readonly at: number;
}

/**
 * An item that was recommended: its slot, from 0; the step of the strategy that gave it, -1 for a
 * pin or the last resort; where chance had a say, with which probability.
 */
export type RecordedSlot = readonly [slot: number, sku: string, step: number, propensity?: number];

/** What reports break exposures down by, as it was when the decision was made. */
export interface ExposedVisitor {
  /** As `device.type` of conditions has it: desktop, mobile, tablet, ...; absent: not known. */
  readonly device?: string;
  /** As `device.browser` of conditions has it: safari, chrome, ...; absent: not known. */
  readonly browser?: string;
  /** Was the user there before this visit? */
  readonly isReturning: boolean;
}

/** What every event has, whatever its kind. `time` is in ms since the epoch. */
export interface EventBase {
  readonly id: string;
  readonly time: number;
  /** The name that the caller gave; the kind’s own name where there was none. */
  readonly name: string;
  /** Session of the visitor; '' where the caller sent none. */
  readonly session: string;
  /** Ids of the accounts that the user acted for. */
  readonly accounts?: readonly string[];
  /** Of the site's own people: the user is served by it, and nothing is learned from it. */
  readonly isInternal?: true;
}

/** What a user says they like; with `dislikes`, what they do not like. */
export interface StatedPreference {
  readonly property: string;
  readonly values: readonly string[];
  readonly dislikes?: true;
}

/** A product that a user says they like or, with `dislikes`, have no interest in. */
export interface StatedProduct {
  readonly sku: string;
  readonly dislikes?: true;
}

export interface PageFacts {
  readonly type: 'HOMEPAGE' | 'CATEGORY' | 'PRODUCT' | 'CART' | 'OTHER';
  readonly location?: string;
  readonly referrer?: string;
  readonly locale?: string;
  readonly data: readonly string[];
}

/** A name that a site knows a person by; `type` is `he`, `external` or the site's own. */
export interface Identifier {
  readonly type: string;
  readonly value: string;
}
