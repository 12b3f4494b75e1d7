// What was recommended for a request: from one reference to each feed, with its explanation.
import {
  type Catalogue,
  type CompiledStrategy,
  type GivenItem,
  isEmptyModel,
  type Model,
  type ModelKey,
  type PageFacts,
  type RankingModel,
  type Recommendation,
  type RecommendedList,
  type RecordedSlot,
  reasonInWords,
  type SortedItem,
} from '@attune/core';
import type { SiteSnapshot } from '../../../context.ts';
import type { FeedCache } from '../../catalog/feed-cache/index.ts';
import type { Models } from '../models/index.ts';

/** What a request recommends from; each feed and model is looked up once. */
export interface Stock {
  readonly catalogue: (feed: string | undefined) => Catalogue | undefined;
  /** Has the site such a feed, loaded or not? */
  readonly hasFeed: (feed: string) => boolean;
  /** What of it counts as in stock though it is to be ordered. */
  readonly orderable: (feed: string | undefined) => readonly string[] | undefined;
  /** One that has learned nothing is none. */
  readonly model: (key: ModelKey) => Model | undefined;
  /** Is it there, and has learned nothing? */
  readonly isEmpty: (key: ModelKey) => boolean;
  /** What the last resort and affinity are relative to. */
  readonly popularity: () => RankingModel | undefined;
}

/** The feeds that a node has for one request of a site. */
export function feedStockOf(
  feedCache: Pick<FeedCache, 'get'>,
  { site, feeds }: Pick<SiteSnapshot, 'site' | 'feeds'>,
): Pick<Stock, 'catalogue' | 'hasFeed' | 'orderable'> {
  const hasFeed = (feed: string) => feeds.some(({ id }) => id === feed);
  const catalogues = new Map<string, Catalogue | undefined>();
  return {
    catalogue: (feed) => {
      if (feed === undefined || !hasFeed(feed)) return undefined;
      if (!catalogues.has(feed)) catalogues.set(feed, feedCache.get(site.id, feed));
      return catalogues.get(feed);
    },
    hasFeed,
    orderable: (feed) => feeds.find(({ id }) => id === feed)?.orderable,
  };
}

/** What a node has for one request of a site. */
export function stockOf(
  { feedCache, models }: { readonly feedCache: FeedCache; readonly models: Models },
  { site, feeds, popularityKeys }: Pick<SiteSnapshot, 'site' | 'feeds' | 'popularityKeys'>,
): Stock {
  const loaded = (key: ModelKey) => models.get(site.id, key)?.model;
  const model = (key: ModelKey) => {
    const found = loaded(key);
    return found && !isEmptyModel(found) ? found : undefined;
  };
  return {
    ...feedStockOf(feedCache, { site, feeds }),
    model,
    isEmpty: (key) => loaded(key) !== undefined && model(key) === undefined,
    popularity: () => {
      for (const key of popularityKeys) {
        const found = model(key);
        if (found?.kind === 'ranking') return found;
      }
      return undefined;
    },
  };
}

/** What one variation gives a visitor. */
export type Recommended = {
  readonly strategy: CompiledStrategy;
  /** Undefined: the feed is not in memory, and nothing is given. */
  readonly catalogue: Catalogue | undefined;
} & (
  | {
      readonly kind: 'RECS';
      readonly custom: unknown;
      /** How many items it was to give. */
      readonly slots: number;
      readonly recommendation: Recommendation | undefined;
    }
  | { readonly kind: 'SORT'; readonly sorted: readonly SortedItem[] }
);

/** The items of the slots that have one. */
export function givenIn(recommended: Recommended): readonly GivenItem[] {
  if (recommended.kind === 'SORT') return [];
  return recommended.recommendation?.slots.filter((item) => item !== null) ?? [];
}

/** Skus kept of a sorted list: enough to see what came first. */
const mostSortedKept = 100;

/** What is recorded with the exposure: which slot had what, by which step. */
export function recordedOf(recommended: Recommended): RecordedSlot[] {
  if (recommended.kind === 'SORT') {
    const { sorted } = recommended;
    return sorted.slice(0, mostSortedKept).map(({ sku, step }, slot) => [slot, sku, step]);
  }
  return givenIn(recommended).map(({ slot, sku, step, propensity }) =>
    propensity === 1 ? [slot, sku, step] : [slot, sku, step, propensity],
  );
}

/** What is recorded with it where it is a list for slots: which strategy filled it, and where. */
export function listOf(
  recommended: Recommended,
  page: PageFacts['type'] | undefined,
): RecommendedList | undefined {
  if (recommended.kind === 'SORT') return undefined;
  const { strategy, slots } = recommended;
  const hasFallback = givenIn(recommended).some((item) => isFallback(item, strategy));
  return {
    ...{ strategy: strategy.definition.id, ...(page && { page }), slots },
    ...(hasFallback && { hasFallback }),
  };
}

/** Was there an earlier step that might have given the slot an item? */
function isFallback({ by, slot, step }: GivenItem, { steps }: CompiledStrategy): boolean {
  if (by !== 'step') return by === 'last-resort';
  return steps.slice(0, step).some(({ slots }) => !slots || slots.has(slot));
}

/** Why it is what it is, for `explain`. */
export function explainRecommended(recommended: Recommended): object {
  const { strategy, catalogue } = recommended;
  const { id, name } = strategy.definition;
  const common = {
    strategy: { id, name },
    feed: catalogue ? { id: strategy.feed, revision: catalogue.revision } : null,
  };
  if (recommended.kind === 'SORT') return { ...common, items: recommended.sorted };
  const { slots = [], trace = null } = recommended.recommendation ?? {};
  return {
    ...common,
    slots: slots.map((item, slot) => ({ slot, ...slotReason(item, strategy) })),
    trace,
  };
}

/** Why a slot has its item, as answers explain it. */
export function slotReason(item: GivenItem | null, strategy: CompiledStrategy) {
  const isStep = item !== null && item.step >= 0;
  return {
    sku: item?.sku ?? null,
    source: item?.by ?? ('none' as const),
    step: isStep ? item.step : null,
    method: isStep ? (strategy.steps[item.step]?.method.type ?? null) : null,
    score: item?.score ?? null,
    seed: item?.seed ?? null,
    propensity: item?.propensity ?? 1,
    isExplored: item?.isExplored ?? false,
    relaxed: [...(item?.relaxed ?? [])],
    reason: reasonInWords(item, strategy),
  };
}
