// The console's page of how it stands: nodes, workers, database.
import { consoleApi } from '@attune/contract';
import type { Context } from '../../context.ts';
import { type ConsoleRoute, consoleRoute } from '../../http/console/route.ts';
import { watchBacklog } from '../events/index.ts';
import { selectDatabase, selectNodes } from './store.ts';

/** Routes of the nodes, for the console. */
export function nodeConsoleRoutes(ctx: Context): ConsoleRoute[] {
  const readBacklog = watchBacklog(ctx);
  return [
    consoleRoute(consoleApi.readStatus, async ({ snapshot: { site } }) => {
      const [nodes, worker, database] = await Promise.all([
        selectNodes(ctx.db, site.id),
        readBacklog(site.id),
        selectDatabase(ctx.db),
      ]);
      return {
        status: 200,
        body: {
          revision: site.revision,
          nodes: nodes.map(({ startedAt, seenAt, revision, ...node }) => ({
            ...node,
            startedAt: startedAt.toISOString(),
            seenAt: seenAt.toISOString(),
            revision: revision === null ? null : Number(revision),
          })),
          worker,
          database: { ...database, isEmbedded: ctx.config.databaseUrl === undefined },
        },
      };
    }),
  ];
}
