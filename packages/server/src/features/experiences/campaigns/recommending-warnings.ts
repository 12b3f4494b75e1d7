// What a campaign that recommends names and the feed of its strategy does not have.
import type { Fault } from '@attune/contract';
import { compileStrategy, type ItemFilter, type StrategyDefinition } from '@attune/core';
import type { Context } from '../../../context.ts';
import {
  type FeedCache,
  type FilledColumns,
  filledColumns,
} from '../../catalog/feed-cache/index.ts';
import { selectExistingSkus, selectFeeds } from '../../catalog/feeds/index.ts';
import {
  lostPinsFor,
  nobody,
  type RecommendationRequest,
} from '../../recommendations/serving/index.ts';
import {
  definitionOf,
  filterColumnWarnings,
  selectStrategies,
  strategyColumnWarnings,
} from '../../recommendations/strategies/index.ts';
import type { StoredCampaign } from './stored.ts';

type Variation = StoredCampaign['experiences'][number]['variations'][number];

type Payload = RecommendationRequest['payload'];

interface Recipe {
  readonly strategy: StrategyDefinition;
  readonly feedId: string | undefined;
  readonly orderable: readonly string[] | undefined;
  /** Null: nothing is known of the feed, or it is empty. */
  readonly columns: FilledColumns | null;
}

/** Columns and items of which its strategies' feeds have none. */
export async function recommendingWarnings(
  ctx: Context,
  feedCache: FeedCache | undefined,
  siteId: number,
  { type, experiences }: Pick<StoredCampaign, 'type' | 'experiences'>,
): Promise<Fault[]> {
  if (type === 'custom') return [];
  const given = experiences.flatMap(({ variations }, at) =>
    variations.flatMap(({ payload }: Variation, of) =>
      payload === null
        ? []
        : [
            {
              payload: payload as unknown as Payload,
              pointer: `/experiences/${at}/variations/${of}/payload`,
            },
          ],
    ),
  );
  const named = new Set(given.map(({ payload }) => payload.strategy));
  const recipes = await recipesOf(ctx, feedCache, siteId, named);
  const warnings: Fault[] = [];
  for (const { payload, pointer } of given) {
    const recipe = recipes.get(payload.strategy);
    if (!recipe?.columns) continue;
    warnings.push(
      ...columnWarnings(recipe, recipe.columns, payload, pointer),
      ...(await pinWarnings(ctx, feedCache, siteId, recipe, payload, pointer)),
    );
  }
  return warnings;
}

async function recipesOf(
  ctx: Context,
  feedCache: FeedCache | undefined,
  siteId: number,
  named: ReadonlySet<number>,
): Promise<Map<number, Recipe>> {
  const rows = (await selectStrategies(ctx.db, siteId)).filter(({ id }) => named.has(id));
  const feeds = await selectFeeds(ctx.db, siteId);
  const recipes = new Map<number, Recipe>();
  for (const row of rows) {
    const strategy = definitionOf(row);
    const feedId = strategy.feed ?? feeds[0]?.id;
    const orderable = feeds.find(({ id }) => id === feedId)?.orderable;
    const columns = await filledColumns(ctx, feedCache, siteId, feedId);
    recipes.set(row.id, { strategy, feedId, orderable, columns });
  }
  return recipes;
}

function columnWarnings(
  { strategy }: Recipe,
  columns: FilledColumns,
  { rules = [] }: Payload,
  pointer: string,
): Fault[] {
  return [
    ...strategyColumnWarnings(strategy, columns).map(({ detail }) => ({
      ...{ pointer: `${pointer}/strategy`, detail: `is "${strategy.name}", of which ${detail}` },
    })),
    ...rules.flatMap(({ filters }, at) =>
      filterColumnWarnings(filters, columns, `${pointer}/rules/${at}/filters`),
    ),
  ];
}

/** Pins that no visitor gets, and those that only some pages show. */
async function pinWarnings(
  { db, now }: Context,
  feedCache: FeedCache | undefined,
  siteId: number,
  { strategy, feedId = '', orderable }: Recipe,
  payload: Payload,
  pointer: string,
): Promise<Fault[]> {
  const { pins = [], rules = [] } = payload;
  if (pins.length === 0) return [];
  const skus = pins.map(({ sku }) => sku);
  const known = await selectExistingSkus(db, siteId, feedId, skus);
  const stock = {
    catalogue: () => feedCache?.get(siteId, feedId),
    orderable: () => orderable,
  };
  const visitor = nobody(now());
  const lost = lostPinsFor(compileStrategy(strategy, feedId), stock, { payload, visitor });
  const reasons = new Map(lost.map(({ at, reason }) => [at, reason]));
  const included = rules.filter(({ type }) => type === 'include').flatMap(({ filters }) => filters);
  const ofPage = [...(strategy.filters ?? []), ...included].flatMap(sayOfPage);
  return skus.flatMap((sku, at) => {
    const tell = (detail: string) => [{ pointer: `${pointer}/pins/${at}/sku`, detail }];
    if (!known.has(sku)) return tell('is not shown, as the feed has no such item');
    const reason = reasons.get(at);
    if (reason) return tell(`is not shown, as ${reason}`);
    return ofPage.length > 0
      ? tell(`is only shown on pages whose item ${ofPage.join(' and ')}`)
      : [];
  });
}

/** A filter that depends on the page's item, of which a pin may say nothing. */
function sayOfPage(filter: ItemFilter): string[] {
  if (filter.type === 'same') return [`has the same ${filter.column}`];
  return filter.type === 'price-near' ? ['costs about as much'] : [];
}
