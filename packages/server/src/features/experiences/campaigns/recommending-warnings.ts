// What a campaign that recommends names and the feed of its strategy does not have.
import type { Fault } from '@attune/contract';
import type { ItemFilter, StrategyDefinition } from '@attune/core';
import type { Context } from '../../../context.ts';
import {
  type FeedCache,
  type FilledColumns,
  filledColumns,
} from '../../catalog/feed-cache/index.ts';
import { selectExistingSkus, selectFeeds } from '../../catalog/feeds/index.ts';
import {
  definitionOf,
  filterColumnWarnings,
  selectStrategies,
  strategyColumnWarnings,
} from '../../recommendations/strategies/index.ts';
import type { StoredCampaign } from './stored.ts';

type Variation = StoredCampaign['experiences'][number]['variations'][number];

interface Payload {
  readonly strategy: number;
  readonly rules?: readonly { readonly filters: readonly ItemFilter[] }[];
  readonly pins?: readonly { readonly sku: string }[];
}

interface Recipe {
  readonly strategy: StrategyDefinition;
  readonly feedId: string | undefined;
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
      ...(await pinWarnings(ctx, siteId, recipe, payload, pointer)),
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
  const [first] = await selectFeeds(ctx.db, siteId);
  const recipes = new Map<number, Recipe>();
  for (const row of rows) {
    const strategy = definitionOf(row);
    const feedId = strategy.feed ?? first?.id;
    const columns = await filledColumns(ctx, feedCache, siteId, feedId);
    recipes.set(row.id, { strategy, feedId, columns });
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

async function pinWarnings(
  { db }: Context,
  siteId: number,
  { feedId = '' }: Recipe,
  { pins = [] }: Payload,
  pointer: string,
): Promise<Fault[]> {
  if (pins.length === 0) return [];
  const skus = pins.map(({ sku }) => sku);
  const known = await selectExistingSkus(db, siteId, feedId, skus);
  return skus.flatMap((sku, at) =>
    known.has(sku)
      ? []
      : [{ pointer: `${pointer}/pins/${at}/sku`, detail: 'is no item of the feed now' }],
  );
}
