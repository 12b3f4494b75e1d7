// Which models a site's strategies need: one for each method that learns, shared by all.
import { createHash } from 'node:crypto';
import {
  completeMethod,
  type Interaction,
  interactionKinds,
  type Method,
  modelKeyOf,
  type StrategyDefinition,
} from '@attune/core';
import type { SiteSnapshot } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { selectObjects } from '../../configuration/versioned-objects/index.ts';

export interface NeededModel {
  readonly key: string;
  readonly method: Method;
  /**
   * The feed whose items a method learns from, where it learns from a feed; else the feed of the
   * coverage.
   */
  readonly feed: string | undefined;
  readonly strategies: readonly { readonly id: number; readonly name: string }[];
  /** Those of them that have a step of it; the others use popularity. */
  readonly byStep: ReadonlySet<number>;
}

/** The models that a site's strategies need, by the id of the first strategy that does. */
export async function neededModels(
  db: Db,
  snapshot: Pick<SiteSnapshot, 'site' | 'feeds'>,
): Promise<NeededModel[]> {
  const strategies = await selectStrategies(db, snapshot.site.id);
  const [firstFeed] = snapshot.feeds;
  const uses = strategies.flatMap(({ definition, ...strategy }) => {
    const feed = definition.feed ?? firstFeed?.id;
    return definition.steps.flatMap(({ method }) => {
      const key = modelKeyOf(method, feed);
      return key === undefined ? [] : [{ key, method, feed, strategy }];
    });
  });
  const needed = [...Map.groupBy(uses, ({ key }) => key)].map(([key, [first, ...others]]) => {
    const users = [first!, ...others].map(({ strategy }) => strategy);
    const strategies = [...new Map(users.map((one) => [one.id, one])).values()];
    const byStep = new Set(strategies.map(({ id }) => id));
    return { key, method: first!.method, feed: first!.feed, strategies, byStep };
  });
  return withPopularity(needed, strategies, firstFeed?.id);
}

const isPopularity = ({ method }: NeededModel) => method.type === 'popularity';
const popularityOf = (event: 'view' | 'purchase') => completeMethod({ type: 'popularity', event });

/**
 * Popularity fills the slots that strategies leave empty, and is what affinity is relative to. That
 * of purchases is there where no step uses it, for shops whose views nobody reports. Serving takes
 * the first that has learned anything, by what it counts: views, additions to carts, purchases.
 */
function withPopularity(
  needed: readonly NeededModel[],
  strategies: readonly Strategy[],
  feed: string | undefined,
): NeededModel[] {
  if (strategies.length === 0) return [...needed];
  const popular = needed.filter(isPopularity);
  const [first] = inPreference(popular.map(({ key }) => key));
  const hasPurchases = popular.some(({ key }) => countedBy(key) === 'purchase');
  const fallbacks = [
    ...(first === undefined ? [popularityOf('view')] : []),
    ...(hasPurchases ? [] : [popularityOf('purchase')]),
  ].map((method) => ({ key: modelKeyOf(method)!, method, feed, ...lastResortOf(strategies) }));
  const used = needed.map((one) => (one.key === first ? withLiking(one, strategies) : one));
  return [...used, ...fallbacks];
}

const nameOf = ({ id, name }: Strategy) => ({ id, name });
const lastResortOf = (strategies: readonly Strategy[]) => ({
  ...{ strategies: strategies.map(nameOf), byStep: new Set<number>() },
});

function withLiking(model: NeededModel, strategies: readonly Strategy[]): NeededModel {
  const liking = strategies.filter(
    ({ id, definition }) =>
      !model.byStep.has(id) && definition.steps.some(({ method }) => method.type === 'affinity'),
  );
  return { ...model, strategies: [...model.strategies, ...liking.map(nameOf)] };
}

const countedBy = (key: string): Interaction => JSON.parse(key).event;

/** Keys of models of popularity, the preferred first: by what they count, then by key. */
export function inPreference(keys: readonly string[]): string[] {
  const place = (key: string) => interactionKinds.indexOf(countedBy(key));
  return keys.toSorted((one, other) => place(one) - place(other) || (one < other ? -1 : 1));
}

export interface Strategy {
  readonly id: number;
  readonly name: string;
  readonly definition: Omit<StrategyDefinition, 'id' | 'name'>;
}

/** The strategies of a site that are not put away, by id. */
export async function selectStrategies(db: Db, siteId: number): Promise<Strategy[]> {
  const rows = await selectObjects(db, siteId, 'strategy');
  return rows
    .filter(({ isArchived }) => !isArchived)
    .map(({ id, name, body }) => ({ id, name, definition: JSON.parse(body) }));
}

/** The id of a model in addresses. */
export function modelIdOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}
