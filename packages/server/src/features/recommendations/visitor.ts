// A visitor as recommendations read him: each part is worked out when a step asks for it.
import type { ChooseInput } from '@attune/contract';
import type { RecentItem, RecommendVisitor } from '@attune/core';
import type { SiteSnapshot } from '../../context.ts';
import { type HeldProfile, rankBasis } from '../profiles/index.ts';

type ContextInput = NonNullable<ChooseInput['context']>;

/** What is known of who visits, and where. */
interface Visiting {
  readonly now: number;
  readonly profile: HeldProfile | undefined;
  readonly context: Pick<ContextInput, 'page' | 'cart'> | undefined;
}

/** The visitor of a request. */
export function visitorOf(
  snapshot: SiteSnapshot,
  { now, profile, context = {} }: Visiting,
): RecommendVisitor {
  const hasAffinity = snapshot.site.features.includes('affinity');
  const { page, cart } = pageOf(context);
  return {
    ...{ now, page, cart },
    viewed: () => latest(profile?.decode().viewed),
    purchased: () => latest(profile?.decode().purchased),
    properties: () => (profile && hasAffinity ? profile.properties(rankBasis(snapshot, now)) : []),
    likes: (property) =>
      profile && hasAffinity ? profile.rank(rankBasis(snapshot, now), property) : [],
  };
}

/** The item of a product page, and what is in the cart, which a cart page may say as well. */
function pageOf({ page, cart = [] }: Pick<ContextInput, 'page' | 'cart'>): {
  readonly page: readonly string[];
  readonly cart: readonly string[];
} {
  const type = page?.type.toUpperCase();
  const data = page?.data ?? [];
  const lines = cart.map(({ productId }) => productId);
  if (type === 'CART') return { page: [], cart: [...new Set([...lines, ...data])] };
  return { page: type === 'PRODUCT' ? data.slice(0, 1) : [], cart: lines };
}

const nothing: readonly RecentItem[] = [];

function latest(moments: ReadonlyMap<string, { readonly time: number }> | undefined) {
  if (!moments || moments.size === 0) return nothing;
  return [...moments]
    .map(([sku, { time }]) => ({ sku, time }))
    .sort((one, other) => other.time - one.time);
}
