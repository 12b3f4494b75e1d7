// Management routes of audiences.
import { type AudienceInput, api, type Fault } from '@attune/contract';
import { conditionWarnings } from '@attune/core';
import type { Context } from '../../../context.ts';
import type { ManageRoute } from '../../../http/manage-route.ts';
import {
  historyRoutes,
  type ObjectRow,
  replyWith,
  versionedRoutes,
} from '../../configuration/versioned-objects/index.ts';
import { selectCounts } from '../../people/lists/index.ts';
import { audienceKind, audienceMap } from './audiences.ts';
import { conditionFields } from './condition-fields.ts';

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
  const changed = async (status: number, siteId: number, row: ObjectRow) => {
    const [shown] = await show(siteId, [row]);
    return replyWith(status, row, { ...shown, warnings: await warningsOf(ctx, siteId, row) });
  };
  return [
    ...versionedRoutes(ctx, endpoints, audienceKind, show, { changed }),
    ...historyRoutes(ctx, versions, audienceKind, {
      changed: (siteId, row) => changed(200, siteId, row),
    }),
  ];
}

/** What of an audience's condition is probably not meant. */
async function warningsOf(ctx: Context, siteId: number, { body }: ObjectRow): Promise<Fault[]> {
  const { condition } = JSON.parse(body) as AudienceInput;
  const snapshot = ctx.snapshots.site(siteId);
  if (condition === undefined || snapshot === undefined) return [];
  const audiences = await audienceMap(ctx.db, siteId);
  const found = conditionWarnings(condition, { audiences, fields: conditionFields(snapshot) });
  return found.map(({ pointer, detail }) => ({ pointer: `/condition${pointer}`, detail }));
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
