// Knows the input of a recommendation, and how it reads the catalogue's rows.

import type { Catalogue } from '../../catalogue/index.ts';
import { orderableWords } from '../../feeds/index.ts';
import type { ItemComparison, ItemFilter } from '../definition.ts';
import type { BinBoundariesOf } from '../methods/index.ts';
import type { Model, ModelKey, RankingModel } from '../model.ts';
import type { Scalar } from './compare.ts';
import type { CompiledStrategy } from './compile.ts';

/** An item and when it was last seen or bought, ms since the epoch. */
export interface RecentItem {
  readonly sku: string;
  readonly time: number;
}

/** A value that a user likes; the higher the score, the more. */
export interface LikedValue {
  readonly value: string;
  readonly score: number;
  /** Has this visit shown it too, and does that count? */
  readonly isOfVisit?: boolean;
}

/** Who is recommended to, and where. What takes work is asked for when a step needs it. */
export interface RecommendVisitor {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The skus that the page is about: of a product page one. */
  readonly page: readonly string[];
  readonly cart: readonly string[];
  /** All that is known of them, the latest first. */
  readonly viewed: () => readonly RecentItem[];
  readonly purchased: () => readonly RecentItem[];
  /** Affinity properties that count for the user. */
  readonly properties: (visit?: number) => readonly string[];
  /**
   * A property's values, the most liked first. `visit`: how much this visit counts, 0 to 1; absent:
   * as much as the site wants it to.
   */
  readonly likes: (property: string, visit?: number) => readonly LikedValue[];
  /** The boundaries of a property's bins; see `binBoundariesOf`. */
  readonly binBoundaries?: BinBoundariesOf;
}

/** What is done with items that pass all the filters, in these slots or in all. */
export interface ItemRule {
  readonly type: 'include' | 'exclude' | 'boost' | 'bury';
  readonly slots?: readonly number[];
  readonly filters: readonly ItemFilter[];
}

/** A rule as `choose` takes it. */
export interface RealtimeRule {
  readonly type: 'include' | 'exclude';
  /** From 0; none: all. */
  readonly slots: readonly number[];
  readonly query: {
    readonly conditions: readonly {
      readonly field: string;
      readonly arguments: readonly { readonly action: ItemComparison; readonly value: Scalar }[];
    }[];
  };
}

export interface Pin {
  readonly slot: number;
  readonly sku: string;
}

export interface RecommendInput {
  readonly strategy: CompiledStrategy;
  /** One reference a request: no answer mixes revisions. */
  readonly catalogue: Catalogue;
  /** Undefined: it is not there (yet), and the step gives nothing. */
  readonly model: (key: ModelKey) => Model | undefined;
  /** By which the last resort goes; without one by sku. */
  readonly popularity?: RankingModel | undefined;
  readonly visitor: RecommendVisitor;
  /** What of the feed counts as in stock though it is to be ordered; absent: all such words. */
  readonly orderable?: readonly string[] | undefined;
  /** 1 to 100. */
  readonly slots: number;
  readonly rules?: readonly ItemRule[] | undefined;
  readonly realtimeRules?: readonly RealtimeRule[] | undefined;
  readonly pins?: readonly Pin[] | undefined;
  /** Skus that the request has been given already, which are not to be given again. */
  readonly given?: ReadonlySet<string> | undefined;
  /** What chance goes by: the same unit explores the same. */
  readonly unit: string;
  /** Trace what was looked at and what was left out; slower. */
  readonly traces?: boolean | undefined;
}

/** The request as the catalogue knows it: its skus as rows. Each part is found when asked for. */
export class Around {
  readonly catalogue: Catalogue;
  readonly visitor: RecommendVisitor;
  readonly orderable: readonly string[];
  #pageRows: ReadonlySet<number> | undefined;
  #cartRows: ReadonlySet<number> | undefined;

  constructor({
    catalogue,
    visitor,
    orderable = orderableWords,
  }: Pick<RecommendInput, 'catalogue' | 'visitor' | 'orderable'>) {
    this.catalogue = catalogue;
    this.visitor = visitor;
    this.orderable = orderable;
  }

  /** The page's item; -1 where the page is not about one item of the feed. */
  get pageRow(): number {
    const { page } = this.visitor;
    return page.length === 1 ? this.catalogue.rowOf(page[0] as string) : -1;
  }

  get pageRows(): ReadonlySet<number> {
    this.#pageRows ??= this.#rowsOf(this.visitor.page);
    return this.#pageRows;
  }

  get cartRows(): ReadonlySet<number> {
    this.#cartRows ??= this.#rowsOf(this.visitor.cart);
    return this.#cartRows;
  }

  /** Rows of what was seen or bought within so many days. */
  recentRows(which: 'viewed' | 'purchased', days: number): ReadonlySet<number> {
    const { now } = this.visitor;
    const since = now - days * 86_400_000;
    const recent = this.visitor[which]().filter(({ time }) => time >= since);
    return this.#rowsOf(recent.map(({ sku }) => sku));
  }

  #rowsOf(skus: readonly string[]): ReadonlySet<number> {
    const rows = new Set(skus.map((sku) => this.catalogue.rowOf(sku)));
    rows.delete(-1);
    return rows;
  }
}
