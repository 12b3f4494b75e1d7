// Management routes of audiences.
import { type AudienceInput, api } from '@attune/contract';
import type { Context } from '../../context.ts';
import type { ManageRoute } from '../../http/manage-route.ts';
import { selectCounts } from '../lists/index.ts';
import { managedRoutes, type ObjectRow } from '../managed/index.ts';
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
  return managedRoutes(ctx, endpoints, audienceKind, async (siteId, rows) => {
    const shown = rows.map(showAudience);
    const lists = shown.filter(({ audience }) => audience.kind === 'list').map(({ id }) => id);
    if (lists.length === 0) return shown;
    const counts = await selectCounts(ctx.db, siteId, lists);
    return shown.map((one) =>
      one.audience.kind === 'list' ? { ...one, members: counts.get(one.id) ?? 0 } : one,
    );
  });
}

function showAudience({ id, version, body }: ObjectRow) {
  return { id, version, audience: JSON.parse(body) as AudienceInput };
}
