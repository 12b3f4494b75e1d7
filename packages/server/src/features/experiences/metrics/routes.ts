// Management routes of metrics.
import { api } from '@attune/contract';
import type { Context } from '../../../context.ts';
import type { ManageRoute } from '../../../http/manage-route.ts';
import { versionedRoutes } from '../../configuration/versioned-objects/index.ts';
import { isBuiltIn, metricKind } from './metrics.ts';

/** Routes of metrics. */
export function metricRoutes(ctx: Context): ManageRoute[] {
  const endpoints = {
    list: api.listMetrics,
    create: api.createMetric,
    read: api.readMetric,
    replace: api.replaceMetric,
    remove: api.deleteMetric,
  };
  return versionedRoutes(ctx, endpoints, metricKind, async (_siteId, rows) =>
    rows.map(({ id, version, body }) => ({
      ...{ id, version, isBuiltIn: isBuiltIn(id), metric: JSON.parse(body) },
    })),
  );
}
