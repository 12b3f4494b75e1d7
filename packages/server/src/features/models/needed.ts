// Which models a site's strategies need: one for each method that learns, shared by all.
import { createHash } from 'node:crypto';
import { type Method, modelKeyOf, type StrategyDefinition } from '@attune/core';
import type { SiteSnapshot } from '../../context.ts';
import type { Db } from '../../db/schema.ts';
import { selectObjects } from '../managed/index.ts';

export interface NeededModel {
  readonly key: string;
  readonly method: Method;
  /** Whose items a method learns from that learns from a feed; else of whom coverage is told. */
  readonly feed: string | undefined;
  readonly strategies: readonly { readonly id: number; readonly name: string }[];
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
  return [...Map.groupBy(uses, ({ key }) => key)].map(([key, [first, ...others]]) => {
    const users = [first!, ...others].map(({ strategy }) => strategy);
    const strategies = [...new Map(users.map((one) => [one.id, one])).values()];
    return { key, method: first!.method, feed: first!.feed, strategies };
  });
}

export interface Strategy {
  readonly id: number;
  readonly name: string;
  readonly definition: Pick<StrategyDefinition, 'feed' | 'steps'>;
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
