// Routes of experiences as files.
import { api } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { type ManageRoute, manageRoute } from '../../../http/manage-route.ts';
import type { FeedCache } from '../../catalog/feed-cache/index.ts';
import { exportExperiences } from './export.ts';
import { importExperiences } from './import.ts';

/** Routes of experiences as files. */
export function experienceFileRoutes(ctx: Context, feedCache: FeedCache): ManageRoute[] {
  return [
    manageRoute(api.exportExperiences, async ({ who }) => ({
      status: 200,
      body: await exportExperiences(ctx.db, who.siteId),
    })),
    manageRoute(api.importExperiences, async ({ who, query, body }) => ({
      status: 200,
      body: await importExperiences(ctx, who, body, {
        feedCache,
        isDryRun: query.dryRun === 'true',
        prunes: query.prune === 'true',
      }),
    })),
  ];
}
