// Routes of experiences as files.
import { api, consoleApi, type Membership, mayUse } from '@attune/contract';
import { ApiError } from '../../../api-error.ts';
import type { Context, Teammate } from '../../../context.ts';
import { type ConsoleRoute, consoleRoute } from '../../../http/console/route.ts';
import { type ManageRoute, manageRoute } from '../../../http/manage-route.ts';
import { withinSite } from '../../../tenant-guard.ts';
import type { FeedCache } from '../../catalog/feed-cache/index.ts';
import { copyExperiences } from './copies/copy.ts';
import { exportExperiences } from './export.ts';
import { importExperiences } from './import.ts';

/** Routes of experiences as files. */
export function experienceFileRoutes(ctx: Context, feedCache: FeedCache): ManageRoute[] {
  return [
    manageRoute(api.exportExperiences, async ({ who }) => ({
      status: 200,
      body: await exportExperiences(ctx.db, who.siteId),
    })),
    manageRoute(api.importExperiences, async ({ who, membership, query, body }) => ({
      status: 200,
      body: await importExperiences(ctx, who, body, {
        feedCache,
        isDryRun: query.dryRun === 'true',
        editsCode: membership?.codeEditing ?? true,
        prunes: query.prune === 'true',
        asksApproval: query.askApproval === 'true',
      }),
    })),
  ];
}

type MembershipOf = (teammate: Teammate, siteId: number) => Promise<Membership | undefined>;

/** Copies between sites, for teammates of both. */
export function copyConsoleRoutes(
  ctx: Context,
  feedCache: FeedCache,
  membershipOf: MembershipOf,
): ConsoleRoute[] {
  /** The site to copy to. Throws `not_found` or `role_missing`, as its own endpoints do. */
  async function targetOf(teammate: Teammate, name: string) {
    const to = ctx.snapshots.siteByName(name);
    const siteId = to?.site.id ?? 0;
    const membership = to && (await withinSite(siteId, () => membershipOf(teammate, siteId)));
    if (!to || !membership) throw new ApiError('not_found', 'There is no such site of yours.');
    const needs = consoleApi.importExperiences;
    if (mayUse(needs, membership)) return { to, editsCode: membership.codeEditing };
    const detail = `Copying to ${name} takes the role ${needs.access} there. An Admin of it can give it.`;
    throw new ApiError('role_missing', detail);
  }
  return [
    consoleRoute(consoleApi.copyExperiences, async ({ snapshot, teammate, body }) => {
      const { to: name, ...wanted } = body;
      if (name === snapshot.site.name) {
        throw new ApiError('invalid_request', 'Choose another site to copy to.');
      }
      const target = await targetOf(teammate, name);
      const request = { from: snapshot, ...target, actor: teammate.email, wanted };
      return { status: 200, body: await copyExperiences(ctx, feedCache, request) };
    }),
  ];
}
