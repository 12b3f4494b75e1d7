// Routes of ending tests.
import { api } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { type ManageRoute, manageRoute } from '../../../http/manage-route.ts';
import type { FeedCache } from '../../catalog/feed-cache/index.ts';
import { answering } from '../campaigns/index.ts';
import { endTest } from './end-test.ts';

/** Routes of ending tests. */
export function endTestRoutes(ctx: Context, feedCache: FeedCache): ManageRoute[] {
  const changed = answering(ctx, feedCache);
  return [
    manageRoute(api.endTest, async ({ who, params, body }) =>
      changed(200, who.siteId, await endTest(ctx, who, Number(params.id), body)),
    ),
  ];
}
