// From a variation that recommends to its items: degrading, never failing, saying what was missing.
import {
  type Catalogue,
  catalogueAt,
  type ItemRule,
  type LostPin,
  lostPins,
  type Pin,
  type RealtimeRule,
  type RecommendVisitor,
  recommend,
  sortItems,
} from '@attune/core';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { givenIn, type Recommended, type Stock } from './recommended.ts';

/** A request to a strategy. */
export interface RecommendationRequest {
  readonly kind: 'RECS' | 'SORT';
  /** The payload of the variation. */
  readonly payload: {
    readonly strategy: number;
    readonly slots?: number;
    readonly custom?: unknown;
    readonly rules?: readonly ItemRule[];
    readonly pins?: readonly Pin[];
  };
  readonly visitor: RecommendVisitor;
  readonly realtimeRules?: readonly RealtimeRule[] | undefined;
  readonly listed?: readonly string[] | undefined;
  /** What the request has been given already and is not to be given again; added to. */
  readonly given?: Set<string> | undefined;
  readonly unit: string;
  readonly traces: boolean;
}

interface Warning {
  readonly code: string;
  readonly message: string;
}

type Resources = Pick<Context, 'log'>;

/** Recommends, or sorts; undefined where there is no such strategy. */
export function recommendFor(
  ctx: Resources,
  snapshot: SiteSnapshot,
  stock: Stock,
  request: RecommendationRequest,
  warnings: Warning[],
): Recommended | undefined {
  const strategy = snapshot.strategies.get(request.payload.strategy);
  if (!strategy) {
    const message = `There is no strategy ${request.payload.strategy}; nothing is recommended.`;
    warnings.push({ code: 'recommendation_unavailable', message });
    return undefined;
  }
  try {
    return recommendBy(strategy, stock, request, warnings);
  } catch (error) {
    ctx.log.error({ err: error, strategy: strategy.definition.id }, 'a recommendation failed');
    const message = `The strategy "${strategy.definition.name}" failed; nothing is recommended.`;
    warnings.push({ code: 'recommendation_unavailable', message });
    return emptyOf(strategy, request);
  }
}

/** Pinned items of a payload that its visitor would not get in their slots, and why. */
export function lostPinsFor(
  strategy: Strategy | undefined,
  stock: Pick<Stock, 'catalogue' | 'orderable'>,
  { payload, visitor, realtimeRules }: Pinned,
): readonly LostPin[] {
  const catalogue = priced(stock.catalogue(strategy?.feed), visitor);
  if (!strategy || !catalogue) return [];
  const { slots = 1, rules, pins } = payload;
  const orderable = stock.orderable(strategy.feed);
  return lostPins({ strategy, catalogue, orderable, visitor, slots, rules, realtimeRules, pins });
}

/** With the prices of the moment. */
const priced = (catalogue: Catalogue | undefined, { now }: RecommendVisitor) =>
  catalogue && catalogueAt(catalogue, now);

type Pinned = Pick<RecommendationRequest, 'payload' | 'visitor' | 'realtimeRules'>;

type Strategy = Recommended['strategy'];

/** Recommends by a strategy of whatever origin. */
export function recommendBy(
  strategy: Strategy,
  stock: Stock,
  request: RecommendationRequest,
  warnings: Warning[],
): Recommended {
  const catalogue = priced(stock.catalogue(strategy.feed), request.visitor);
  if (!catalogue) {
    const message = `${whyNoFeed(strategy.feed, stock)}; the strategy "${strategy.definition.name}" recommends nothing.`;
    warnings.push({ code: 'feed_unavailable', message });
    return emptyOf(strategy, request);
  }
  const { payload, visitor, realtimeRules, given, unit, traces, listed = [] } = request;
  const missing = new Set<string>();
  const model = (key: string) => {
    const found = stock.model(key);
    if (!found) missing.add(key);
    return found;
  };
  const common = {
    ...{ strategy, catalogue, model, popularity: stock.popularity(), visitor, unit },
    orderable: stock.orderable(strategy.feed),
  };
  let recommended: Recommended;
  if (request.kind === 'SORT') {
    const sorted = sortItems({ ...common, realtimeRules }, listed);
    recommended = { kind: 'SORT', strategy, catalogue, sorted };
  } else {
    const { slots = 1, custom, rules, pins } = payload;
    const recommendation = recommend({
      ...{ ...common, slots, rules, pins, realtimeRules, given, traces },
    });
    recommended = { kind: 'RECS', strategy, catalogue, custom, slots, recommendation };
    if (given) for (const { sku } of givenIn(recommended)) given.add(sku);
  }
  warnings.push(...missingModels(strategy, missing, stock));
  return recommended;
}

function missingModels(
  strategy: Strategy,
  missing: ReadonlySet<string>,
  { isEmpty }: Stock,
): Warning[] {
  const empty = new Set([...missing].filter(isEmpty));
  const unloaded = missing.difference(empty);
  return [
    ...(unloaded.size > 0 ? [passedOver(strategy, unloaded, notLoaded)] : []),
    ...(empty.size > 0 ? [passedOver(strategy, empty, nothingLearned)] : []),
  ];
}

const notLoaded = {
  code: 'model_unavailable',
  because: 'cannot be taken yet: what it learns is not built, or not loaded',
};
const nothingLearned = {
  code: 'model_empty',
  because: 'has nothing to recommend: no event or item was there to learn from',
};

function passedOver(
  { definition, steps }: Strategy,
  missing: ReadonlySet<string>,
  { code, because }: typeof notLoaded,
): Warning {
  const which = steps.flatMap(({ key, method }, at) =>
    key !== null && missing.has(key) ? [`${at + 1} (${method.type})`] : [],
  );
  const those = which.length > 1 ? `Steps ${which.join(', ')}` : `Step ${which.join('')}`;
  const message = `${those} of the strategy "${definition.name}" ${because}. The next step was taken.`;
  return { code, message };
}

/** Nothing, in the requested form: a list stays as it is. */
function emptyOf(
  strategy: Strategy,
  { kind, payload, listed = [] }: RecommendationRequest,
): Recommended {
  const common = { strategy, catalogue: undefined };
  if (kind === 'RECS') {
    const { slots = 1, custom } = payload;
    return { ...common, kind, custom, slots, recommendation: undefined };
  }
  const sorted = [...new Set(listed)].map((sku) => ({ sku, step: -1, score: null }));
  return { ...common, kind, sorted };
}

function whyNoFeed(feed: string | undefined, { hasFeed }: Stock): string {
  if (feed === undefined) return 'The site has no feed';
  return hasFeed(feed) ? 'The feed is not loaded yet' : `The feed ${feed} was deleted`;
}
