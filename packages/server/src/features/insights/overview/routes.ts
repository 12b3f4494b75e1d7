// The overview on the console.
import { consoleApi } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { type ConsoleRoute, consoleRoute } from '../../../http/console/route.ts';
import { readOverview, type Sources } from './overview.ts';
import { openResults } from './results.ts';

/** Routes of the overview, which warns of the nightly export as well. */
export function overviewRoutes(
  ctx: Context,
  operations: Pick<Sources, 'nightlyStatus'>,
): ConsoleRoute[] {
  const sources = { ...operations, resultsOf: openResults(ctx) };
  return [
    consoleRoute(consoleApi.readOverview, async ({ snapshot, teammate, membership }) => ({
      status: 200,
      body: await readOverview(ctx, sources, snapshot, {
        actor: teammate.email,
        membership,
      }),
    })),
  ];
}
