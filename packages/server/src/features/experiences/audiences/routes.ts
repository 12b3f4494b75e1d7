// Management routes of audiences.
import { type AudienceInput, api } from '@attune/contract';
import type { Context } from '../../../context.ts';
import type { ManageRoute } from '../../../http/manage-route.ts';
import {
  historyRoutes,
  type ObjectRow,
  replyWith,
  versionedRoutes,
} from '../../configuration/versioned-objects/index.ts';
import { selectCounts } from '../../people/lists/index.ts';
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
  const versions = {
    list: api.listAudienceVersions,
    read: api.readAudienceVersion,
    compare: api.compareAudienceVersions,
    restore: api.restoreAudience,
  };
  const show = (siteId: number, rows: readonly ObjectRow[]) => showAudiences(ctx, siteId, rows);
  return [
    ...versionedRoutes(ctx, endpoints, audienceKind, show),
    ...historyRoutes(ctx, versions, audienceKind, {
      changed: async (siteId, row) => replyWith(200, row, (await show(siteId, [row]))[0]),
    }),
  ];
}

async function showAudiences(ctx: Context, siteId: number, rows: readonly ObjectRow[]) {
  const shown = rows.map(({ id, version, body }) => ({
    ...{ id, version, audience: JSON.parse(body) as AudienceInput },
  }));
  const lists = shown.filter(({ audience }) => audience.kind === 'list').map(({ id }) => id);
  if (lists.length === 0) return shown;
  const counts = await selectCounts(ctx.db, siteId, lists);
  return shown.map((one) =>
    one.audience.kind === 'list' ? { ...one, members: counts.get(one.id) ?? 0 } : one,
  );
}
