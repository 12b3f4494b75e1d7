// Management routes of holdouts.
import { api } from '@attune/contract';
import type { Context } from '../../../context.ts';
import type { ManageRoute } from '../../../http/manage-route.ts';
import { versionedRoutes } from '../../configuration/versioned-objects/index.ts';
import { holdoutKind, ignoringOf, selectIgnoring } from './holdouts.ts';

/** Routes of holdouts. */
export function holdoutRoutes(ctx: Context): ManageRoute[] {
  const endpoints = {
    list: api.listHoldouts,
    create: api.createHoldout,
    read: api.readHoldout,
    replace: api.replaceHoldout,
    remove: api.deleteHoldout,
  };
  return versionedRoutes(ctx, endpoints, holdoutKind, async (siteId, rows) => {
    const ignoring = await selectIgnoring(ctx.db, siteId);
    return rows.map(({ id, version, body }) => {
      const holdout = JSON.parse(body);
      return { id, version, holdout, ignoredBy: ignoringOf(holdout, ignoring) };
    });
  });
}
