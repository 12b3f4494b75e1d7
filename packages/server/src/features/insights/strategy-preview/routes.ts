// The management route that tries a strategy.
import { api } from '@attune/contract';
import type { Caches } from '../../../caches.ts';
import type { Context } from '../../../context.ts';
import { type ManageRoute, manageRoute } from '../../../http/manage-route.ts';
import { previewStrategy } from './strategy-preview.ts';

/** Routes of the preview. */
export function strategyPreviewRoutes(ctx: Context, caches: Caches): ManageRoute[] {
  return [
    manageRoute(api.previewStrategy, async ({ snapshot, body }) => ({
      status: 200,
      body: await previewStrategy(ctx, caches, snapshot, body),
    })),
  ];
}
