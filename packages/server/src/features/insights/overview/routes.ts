// The overview on the console.
import { consoleApi } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { type ConsoleRoute, consoleRoute } from '../../../http/console/route.ts';
import { readOverview } from './overview.ts';
import { openResults } from './results.ts';

/** Routes of the overview. */
export function overviewRoutes(ctx: Context): ConsoleRoute[] {
  const resultsOf = openResults(ctx);
  return [
    consoleRoute(consoleApi.readOverview, async ({ snapshot, teammate, membership }) => ({
      status: 200,
      body: await readOverview(ctx, resultsOf, snapshot, {
        actor: teammate.email,
        membership,
      }),
    })),
  ];
}
