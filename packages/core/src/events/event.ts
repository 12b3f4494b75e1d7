// The closed union of what can happen to a user, as the event log keeps it.

/** One line of a basket, a purchase or a refund. `price` is per piece, in the event's currency. */
export interface CartLine {
  readonly sku: string;
  readonly quantity: number;
  readonly price?: number;
}

/** What an event says of the person's taste; each has a weight among the site's settings. */
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

/** One observation of taste: each value of each property counts once for the signal. */
export interface Observation {
  readonly signal: Signal;
  readonly values: AffinityValues;
}

/** A user was given a variation. `key` names the allocation that it sticks to. */
export interface Assignment {
  readonly key: string;
  readonly variationId: number;
}

/** What was decided of one campaign; ids are null where it came to none. */
export interface LoggedDecision {
  readonly campaignId: number;
  readonly experienceId: number | null;
  readonly variationId: number | null;
  readonly reason: string;
  readonly propensity: number;
  readonly recommended?: readonly RecordedSlot[];
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
  /** Was the user there before this visit? */
  readonly isReturning: boolean;
}

/** What every event has, whatever its kind. `time` is in ms since the epoch. */
interface Base {
  readonly id: string;
  readonly time: number;
  /** The name that the caller gave; the kind's own name where he gave none. */
  readonly name: string;
  /** Session of the visitor; '' where the caller told none. */
  readonly session: string;
}

/** What was said, as it was parsed; products are named, and not yet looked up in a feed. */
export type EventFacts =
  | { readonly kind: 'pageview'; readonly page: PageFacts; readonly sku?: string }
  | { readonly kind: 'product-view'; readonly sku: string }
  | {
      readonly kind: 'add-to-cart' | 'remove-from-cart';
      readonly sku: string;
      readonly quantity: number;
      readonly value?: number;
      readonly currency?: string;
      /** The whole basket after the change, where the caller told it. */
      readonly cart?: readonly CartLine[];
    }
  | {
      readonly kind: 'sync-cart';
      readonly value?: number;
      readonly currency?: string;
      readonly cart: readonly CartLine[];
    }
  | {
      readonly kind: 'purchase';
      readonly value?: number;
      readonly currency?: string;
      readonly transactionId?: string;
      readonly cart: readonly CartLine[];
    }
  | {
      readonly kind: 'refund';
      readonly value?: number;
      readonly currency?: string;
      readonly transactionId?: string;
      /** What went back; absent when the whole transaction did. */
      readonly cart?: readonly CartLine[];
    }
  | { readonly kind: 'add-to-wishlist'; readonly sku: string }
  | { readonly kind: 'keyword-search'; readonly keywords: string }
  | { readonly kind: 'filter-items'; readonly property: string; readonly value: string | number }
  | { readonly kind: 'sort-items'; readonly sortBy: string; readonly order: string }
  | { readonly kind: 'change-attr'; readonly property: string; readonly value: string }
  | {
      readonly kind: 'inform-affinity';
      readonly source: string;
      readonly data: readonly InformedTaste[];
      /** Products of which it was said outright; absent: none. */
      readonly products?: readonly InformedProduct[];
    }
  | {
      readonly kind: 'identify' | 'login' | 'signup' | 'newsletter-subscription';
      /** Normalised, each once, the main one first. */
      readonly identifiers: readonly Identifier[];
    }
  | {
      readonly kind: 'video-watch';
      readonly itemId: string;
      readonly progress: string;
      readonly progressPercent?: number;
    }
  | { readonly kind: 'enter-promo-code'; readonly code: string }
  | { readonly kind: 'message-optin' | 'message-optout'; readonly channel: string }
  | { readonly kind: 'custom'; readonly properties: Readonly<Record<string, unknown>> }
  | {
      readonly kind: 'exposure';
      readonly campaignId: number;
      readonly experienceId: number;
      readonly variationId: number;
      readonly revision: number;
      readonly propensity: number;
      /** Of the experience's weights and traffic; reports stratify by it. */
      readonly allocationVersion: number;
      /** Kept from an earlier exposure: the propensity is of today's draw, and did not decide. */
      readonly isKept: boolean;
      /**
       * The holdout that kept the variation from the user. He was not exposed to it: he stands for
       * those who would have been, and counts on the holdout's side of the programme's effect.
       */
      readonly holdoutId?: number;
      readonly assignment?: Assignment;
      /** What the request's decisions read (`ValuesRead`); on its first exposure alone. */
      readonly values?: Readonly<Record<string, unknown>>;
      readonly visitor?: ExposedVisitor;
      readonly recommended?: readonly RecordedSlot[];
    }
  | {
      /** Decisions of a request of which it logged no exposure; not an act of the user. */
      readonly kind: 'decision';
      readonly revision: number;
      readonly values?: Readonly<Record<string, unknown>>;
      readonly decided: readonly LoggedDecision[];
    }
  | {
      readonly kind: 'click' | 'impression';
      readonly campaignId: number;
      readonly experienceId: number;
      readonly variationId: number;
      readonly sku?: string;
    };

/** What somebody says that he likes; with `dislikes` that he does not. */
export interface InformedTaste {
  readonly property: string;
  readonly values: readonly string[];
  readonly dislikes?: true;
}

/** A product that somebody says he likes or, with `dislikes`, has no interest in. */
export interface InformedProduct {
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

export type Event = Base & EventFacts;
export type EventKind = Event['kind'];

/** An event with all that the fold needs: what it says of taste, as the feed had it on arrival. */
export interface CompleteEvent {
  readonly event: Event;
  /** Was the person known when it happened? A known person's assignment outranks a device's. */
  readonly identified: boolean;
  readonly observations: readonly Observation[];
  /** It is in the profile already, but for these observations, which are known only now. */
  readonly isFolded?: true;
}
