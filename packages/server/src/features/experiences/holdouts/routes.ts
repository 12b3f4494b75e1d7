// Management routes of holdouts.
import { api } from '@attune/contract';
import type { Context } from '../../../context.ts';
import type { ManageRoute } from '../../../http/manage-route.ts';
import { versionedRoutes } from '../../configuration/versioned-objects/index.ts';
import { holdoutKind } from './holdouts.ts';

/** Routes of holdouts. */
export function holdoutRoutes(ctx: Context): ManageRoute[] {
  const endpoints = {
    list: api.listHoldouts,
    create: api.createHoldout,
    read: api.readHoldout,
    replace: api.replaceHoldout,
    remove: api.deleteHoldout,
  };
  return versionedRoutes(ctx, endpoints, holdoutKind, async (_siteId, rows) =>
    rows.map(({ id, version, body }) => ({ id, version, holdout: JSON.parse(body) })),
  );
}
