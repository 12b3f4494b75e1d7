// Management routes of audiences.
import { api } from '@attune/contract';
import type { Context } from '../../context.ts';
import type { ManageRoute } from '../../http/manage-route.ts';
import { historyRoutes, managedRoutes, type ObjectRow, replyWith } from '../managed/index.ts';
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
  const show = ({ id, version, body }: ObjectRow) => ({ id, version, audience: JSON.parse(body) });
  const versions = {
    list: api.listAudienceVersions,
    read: api.readAudienceVersion,
    compare: api.compareAudienceVersions,
    restore: api.restoreAudience,
  };
  return [
    ...managedRoutes(ctx, endpoints, audienceKind, async (_siteId, rows) => rows.map(show)),
    ...historyRoutes(ctx, versions, audienceKind, {
      changed: async (_siteId, row) => replyWith(200, row, show(row)),
    }),
  ];
}
