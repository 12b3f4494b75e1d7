// A visitor as recommendations read them: each part is worked out when a step needs it.
import type { ChooseInput } from '@attune/contract';
import {
  binBoundariesOf,
  type LikedValue,
  type Profile,
  type RecentItem,
  type RecommendVisitor,
} from '@attune/core';
import type { SiteSnapshot } from '../../../context.ts';
import type { FeedCache } from '../../catalog/feed-cache/index.ts';
import { type CachedProfile, rankBasis } from '../../people/profiles/index.ts';
import { Visit, valuesInMemory } from '../../people/visits/index.ts';

type ContextInput = NonNullable<ChooseInput['context']>;

/** What is known of the visitor, and the page. */
interface Visiting {
  readonly now: number;
  readonly profile: CachedProfile | undefined;
  readonly context: Pick<ContextInput, 'page' | 'cart'> | undefined;
}

/** The visitor of a request; the feed cache has the values of the products of this visit. */
export function visitorOf(
  snapshot: SiteSnapshot,
  feedCache: Pick<FeedCache, 'get'>,
  visiting: Visiting,
): RecommendVisitor {
  const { now, profile, context = {} } = visiting;
  const hasAffinity = snapshot.site.features.includes('affinity');
  const { page, cart } = pageOf(context);
  return {
    ...{ now, page, cart },
    viewed: once(() => known(profile?.decode(), 'viewed')),
    purchased: once(() => known(profile?.decode(), 'purchased')),
    ...(hasAffinity ? tasteOf(snapshot, feedCache, visiting) : noTaste),
  };
}

type Taste = Pick<RecommendVisitor, 'properties' | 'likes' | 'binBoundaries'>;

const noTaste: Taste = { properties: () => [], likes: () => [] };

/** A visitor without a history, on a page that is about no item. */
export const nobody = (now: number): RecommendVisitor => ({
  ...{ now, page: [], cart: [], viewed: () => nothing, purchased: () => nothing },
  ...noTaste,
});

/** Their long-term affinity, with this visit's blended in as far as it is wanted. */
function tasteOf(
  snapshot: SiteSnapshot,
  feedCache: Pick<FeedCache, 'get'>,
  { now, profile, context = {} }: Visiting,
): Taste {
  const basis = rankBasis(snapshot, now);
  const { settings, normaliser } = basis;
  let visit: Visit | undefined;
  const visited = () => {
    const valuesOf = valuesInMemory(feedCache, snapshot, now);
    visit ??= new Visit({ profile, valuesOf, now }, basis, context);
    return visit;
  };
  return {
    properties: (share = settings.sessionBlend) => {
      const long = profile?.properties(basis) ?? [];
      return share > 0 ? [...new Set([...long, ...visited().properties()])].sort() : long;
    },
    likes: (property, share = settings.sessionBlend) =>
      share > 0
        ? blended(visited(), property, share)
        : (profile?.rank(basis, property) ?? nothingLiked),
    binBoundaries: (property) =>
      binBoundariesOf(settings.bandsByProperty, normaliser?.bands, property),
  };
}

const nothingLiked: readonly LikedValue[] = [];

function blended(visit: Visit, property: string, share: number): readonly LikedValue[] {
  const visitValues = new Set(visit.rank(property).map(({ value }) => value));
  return visit
    .blendBy(property, share)
    .map(({ value, score }) => ({ value, score, isOfVisit: visitValues.has(value) }));
}

/** The item of a product page, and what is in the cart, which a cart page may say as well. */
function pageOf({ page, cart = [] }: Pick<ContextInput, 'page' | 'cart'>): {
  readonly page: readonly string[];
  readonly cart: readonly string[];
} {
  const type = page?.type?.toUpperCase();
  const data = page?.data ?? [];
  const lines = cart.map(({ productId }) => productId);
  if (type === 'CART') return { page: [], cart: [...new Set([...lines, ...data])] };
  return { page: type === 'PRODUCT' ? data.slice(0, 1) : [], cart: lines };
}

const nothing: readonly RecentItem[] = [];
const dayMs = 86_400_000;

/**
 * What was seen or bought, the latest first. Of what was before the latest only the day is known:
 * it counts to that day's end, so that what is to be left out for a time is, for all of it.
 */
function known(profile: Profile | undefined, which: 'viewed' | 'purchased'): readonly RecentItem[] {
  if (!profile || profile[which].size === 0) return nothing;
  const latest = [...profile[which]]
    .map(([sku, { time }]) => ({ sku, time }))
    .sort((one, other) => other.time - one.time);
  const oldest = latest.at(-1)!.time;
  const earlier = [...profile[`${which}Earlier`].days]
    .map(([sku, day]) => ({ sku, time: Math.min(oldest, (day + 1) * dayMs - 1) }))
    .sort((one, other) => other.time - one.time);
  return [...latest, ...earlier];
}

/** Filters, seeds and steps of one request read the same. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
