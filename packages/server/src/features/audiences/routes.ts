// Management routes of audiences.
import { api } from '@attune/contract';
import type { Context } from '../../context.ts';
import type { ManageRoute } from '../../http/manage-route.ts';
import { managedRoutes } from '../managed/index.ts';
import { audienceKind } from './audiences.ts';

/** Routes of audiences. */
export function audienceRoutes(ctx: Context): ManageRoute[] {
  const endpoints = {
    list: api.listAudiences,
    create: api.createAudience,
    read: api.readAudience,
    replace: api.replaceAudience,
    remove: api.deleteAudience,
  };
  return managedRoutes(ctx, endpoints, audienceKind, async (_siteId, rows) =>
    rows.map(({ id, version, body }) => ({ id, version, audience: JSON.parse(body) })),
  );
}
