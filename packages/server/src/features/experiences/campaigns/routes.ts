// Management routes of campaigns.
import { api, type CampaignInput, consoleApi } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { type ConsoleRoute, consoleRoute } from '../../../http/console/route.ts';
import { type ManageRoute, manageRoute } from '../../../http/manage-route.ts';
import type { FeedCache } from '../../catalog/feed-cache/index.ts';
import {
  historyRoutes,
  type ObjectRow,
  replyWith,
  versionedRoutes,
} from '../../configuration/versioned-objects/index.ts';
import { campaignKind } from './accept.ts';
import { historyByVersion, publicationsById, showCampaigns } from './campaigns.ts';
import { checkCampaign, warnOf } from './check.ts';
import {
  archiveCampaign,
  cloneCampaign,
  pauseCampaign,
  restartCampaign,
  unarchiveCampaign,
} from './lifecycle.ts';
import { previewCampaign } from './preview.ts';
import { publishCampaign } from './publish.ts';
import { steerRollout } from './rollout/steer.ts';
import { schedulePublication, unschedulePublication } from './scheduled/scheduled.ts';

interface ListQuery {
  readonly label?: string;
  readonly status?: 'draft' | 'live' | 'paused' | 'archived';
  readonly archived?: 'true' | 'false';
}

/** Routes of campaigns. */
export function campaignRoutes(ctx: Context, feedCache: FeedCache): ManageRoute[] {
  const { db } = ctx;
  const show = (siteId: number, rows: readonly ObjectRow[]) => showCampaigns(db, siteId, rows);
  const changed = answering(ctx, feedCache);
  const filter = async (siteId: number, { label, status, archived }: ListQuery) => {
    const narrowed = status && status !== 'archived' && (await idsOf(siteId, status));
    const isOnly = status === 'archived' && ('only' as const);
    return {
      label,
      archived: isOnly || (archived === 'true' ? ('also' as const) : undefined),
      ...narrowed,
    };
  };
  const idsOf = async (siteId: number, status: 'draft' | 'live' | 'paused') => {
    const publications = [...(await publicationsById(db, siteId)).values()];
    const those = publications.filter((one) => status === 'draft' || one.status === status);
    const ids = those.map(({ campaignId }) => campaignId);
    return status === 'draft' ? { notAmong: ids } : { among: ids };
  };
  return [
    ...versionedRoutes<CampaignInput, ListQuery>(ctx, endpoints, campaignKind, show, {
      changed,
      filter,
    }),
    ...historyRoutes(ctx, versions, campaignKind, {
      changed: (siteId, row) => changed(200, siteId, row),
      about: (siteId, id) => historyByVersion(db, siteId, id),
    }),
    ...lifeRoutes(ctx, feedCache, changed),
  ];
}

const endpoints = {
  list: api.listCampaigns,
  create: api.createCampaign,
  read: api.readCampaign,
  replace: api.replaceCampaign,
  remove: api.deleteCampaign,
};

const versions = {
  list: api.listCampaignVersions,
  read: api.readCampaignVersion,
  compare: api.compareCampaignVersions,
  restore: api.restoreCampaign,
};

/** The answer to a change: the campaign, and what is probably not meant. */
export function answering(ctx: Context, feedCache: FeedCache) {
  return async (status: number, siteId: number, row: ObjectRow, input?: CampaignInput) => {
    const [body] = await showCampaigns(ctx.db, siteId, [row]);
    const warnings = await warnOf(ctx, feedCache, siteId, row, input);
    return replyWith(status, row, { ...body, warnings });
  };
}

/** What teammates alone do with a campaign. */
export function campaignConsoleRoutes(ctx: Context, feedCache: FeedCache): ConsoleRoute[] {
  const changed = answering(ctx, feedCache);
  return [
    consoleRoute(
      consoleApi.publishWithoutApproval,
      async ({ snapshot, teammate, params, body }) => {
        const siteId = snapshot.site.id;
        const who = { siteId, actor: teammate.email };
        const how = { withoutApproval: body.reason };
        return changed(200, siteId, await publishCampaign(ctx, who, Number(params.id), how));
      },
    ),
  ];
}

type Changed = (
  status: number,
  siteId: number,
  row: ObjectRow,
) => ReturnType<ManageRoute['handle']>;

function lifeRoutes(ctx: Context, feedCache: FeedCache, changed: Changed): ManageRoute[] {
  const acts = [
    [api.publishCampaign, publishCampaign],
    [api.pauseCampaign, pauseCampaign],
    [api.unschedulePublication, unschedulePublication],
    [api.archiveCampaign, archiveCampaign],
    [api.unarchiveCampaign, unarchiveCampaign],
  ] as const;
  return [
    ...acts.map(([endpoint, act]) =>
      manageRoute(endpoint, async ({ who, params }) =>
        changed(200, who.siteId, await act(ctx, who, Number(params.id))),
      ),
    ),
    manageRoute(api.schedulePublication, async ({ who, params, body }) =>
      changed(200, who.siteId, await schedulePublication(ctx, who, Number(params.id), body.at)),
    ),
    manageRoute(api.steerRollout, async ({ who, params, body }) =>
      changed(200, who.siteId, await steerRollout(ctx, who, Number(params.id), body.action)),
    ),
    manageRoute(api.restartCampaign, async ({ who, params, headers }) => {
      const target = { id: Number(params.id), ifMatch: headers['if-match'] };
      return changed(200, who.siteId, await restartCampaign(ctx, who, target));
    }),
    manageRoute(api.cloneCampaign, async ({ who, params, body }) =>
      changed(201, who.siteId, await cloneCampaign(ctx, who, Number(params.id), body)),
    ),
    manageRoute(api.checkCampaign, async ({ who, params }) => ({
      status: 200,
      body: await checkCampaign(ctx, feedCache, who.siteId, Number(params.id)),
    })),
    manageRoute(api.previewCampaign, async ({ snapshot, params, body }) => ({
      status: 200,
      body: await previewCampaign(ctx, snapshot, Number(params.id), body),
    })),
  ];
}
