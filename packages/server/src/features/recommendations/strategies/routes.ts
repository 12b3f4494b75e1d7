// Management routes of strategies.
import { api, type StrategyInput } from '@attune/contract';
import type { Context } from '../../../context.ts';
import type { ManageRoute } from '../../../http/manage-route.ts';
import { type FeedCache, filledColumns } from '../../catalog/feed-cache/index.ts';
import {
  historyRoutes,
  type ObjectRow,
  replyWith,
  versionedRoutes,
} from '../../configuration/versioned-objects/index.ts';
import { definitionOf, strategyKind } from './strategies.ts';
import { selectUses } from './uses.ts';
import { warningsOf } from './warnings.ts';

/** Routes of strategies. */
export function strategyRoutes(ctx: Context, feedCache: FeedCache): ManageRoute[] {
  const show = async (siteId: number, rows: readonly ObjectRow[]) => {
    const uses = await selectUses(ctx.db, siteId);
    return rows.map(({ id, version, body }) => ({
      ...{ id, version, strategy: JSON.parse(body) as StrategyInput, usedBy: uses.get(id) ?? [] },
    }));
  };
  const changed = async (status: number, siteId: number, row: ObjectRow) => {
    const [shown] = await show(siteId, [row]);
    const strategy = definitionOf(row);
    const columns = await filledColumns(ctx, feedCache, siteId, strategy.feed);
    return replyWith(status, row, { ...shown, warnings: warningsOf(strategy, columns) });
  };
  return [
    ...versionedRoutes(ctx, endpoints, strategyKind, show, { changed }),
    ...historyRoutes(ctx, versions, strategyKind, {
      changed: (siteId, row) => changed(200, siteId, row),
    }),
  ];
}

const endpoints = {
  list: api.listStrategies,
  create: api.createStrategy,
  read: api.readStrategy,
  replace: api.replaceStrategy,
  remove: api.deleteStrategy,
};

const versions = {
  list: api.listStrategyVersions,
  read: api.readStrategyVersion,
  compare: api.compareStrategyVersions,
  restore: api.restoreStrategy,
};
