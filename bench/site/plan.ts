// What the load generator of the shop is sent, and what it reports.

/** A product as far as visitors meet it. */
export interface ShopProduct {
  readonly sku: string;
  readonly url: string;
  readonly price: number;
  readonly category: string;
}

/** Pages arrive at a rate, whatever the server does; or as fast as connections are answered. */
export type Load = { readonly perSecond: number } | { readonly connections: number };

export interface VisitPlan {
  readonly port: number;
  readonly key: string;
  readonly products: readonly ShopProduct[];
  /** Each has six pages. */
  readonly visitors: number;
  /** Of the first one: no two visitors of a run have the same. */
  readonly firstVisitor: number;
  /** How many visitors there are at a time; each reads a page while the others ask for theirs. */
  readonly atOnce: number;
  readonly load: Load;
  /** Does the generator take no more of a core than it needs? It may be late by 1 ms then. */
  readonly sleeps: boolean;
}

export interface VisitResult {
  readonly pages: number;
  /** By kind, what the product is to have recorded of them. */
  readonly events: Readonly<Record<EventKind, number>>;
  /** Until the last answer. */
  readonly seconds: number;
  /** From when a page was due until its answer was whole. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** By how much the generator was late itself: a part of the other times. */
  readonly lateP99Ms: number;
  /** Not answered with 2xx, or not with what the shop has. */
  readonly failed: number;
  readonly firstFailure: string | undefined;
}

export type EventKind = 'pageview' | 'add-to-cart' | 'purchase';

export const pagesOfVisitor = 6;
