// The live view on the console.
import { consoleApi } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { type ConsoleRoute, consoleRoute } from '../../../http/console/route.ts';
import { watchSite } from './live.ts';

/** Routes of the live view. */
export function liveConsoleRoutes(ctx: Context): ConsoleRoute[] {
  return [
    consoleRoute(consoleApi.readLive, async ({ snapshot, query }) => ({
      status: 200,
      body: await watchSite(ctx, snapshot, query.after ?? '0'),
    })),
  ];
}
