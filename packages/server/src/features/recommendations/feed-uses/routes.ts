// Routes of what feeds are used for, and of their deletion.
import { api } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { type ManageRoute, manageRoute } from '../../../http/manage-route.ts';
import { existingFeed } from '../../catalog/feeds/index.ts';
import { removeFeed } from './remove-feed.ts';
import { usesOf } from './uses.ts';

/** What would miss a feed, and that it goes. */
export function feedUseRoutes(ctx: Context): ManageRoute[] {
  return [
    manageRoute(api.readFeedUses, async (call) => {
      const { key } = await existingFeed(ctx, call);
      return { status: 200, body: await usesOf(ctx.db, key.siteId, key.feedId) };
    }),
    manageRoute(api.deleteFeed, async ({ who, params, headers }) => {
      await removeFeed(ctx, who, { feedId: params.feedId, ifMatch: headers['if-match'] });
      return { status: 204 };
    }),
  ];
}
