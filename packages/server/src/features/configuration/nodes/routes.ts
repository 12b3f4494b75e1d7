// The console's status page: nodes, workers, database.
import { consoleApi, type StatusOutput } from '@attune/contract';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { type ConsoleRoute, consoleRoute } from '../../../http/console/route.ts';
import { selectDatabase, selectNodes } from './store.ts';

/** Where other features report their part of the status. */
export interface StatusSources {
  /** What the workers of a site still have to work off. */
  readonly worker: (siteId: number) => Promise<StatusOutput['worker']>;
  /** What this node, which answers, has in memory for all sites. */
  readonly memory: () => StatusOutput['memory'];
  readonly models: (snapshot: SiteSnapshot) => Promise<StatusOutput['models']>;
  readonly nightlyExport: (snapshot: SiteSnapshot) => Promise<StatusOutput['nightlyExport']>;
}

/** Routes of the nodes, for the console. */
export function nodeConsoleRoutes(ctx: Context, sources: StatusSources): ConsoleRoute[] {
  return [
    consoleRoute(consoleApi.readStatus, async ({ snapshot }) => {
      const { site } = snapshot;
      const [nodes, worker, database, models, nightlyExport] = await Promise.all([
        selectNodes(ctx.db, site.id),
        sources.worker(site.id),
        selectDatabase(ctx.db),
        sources.models(snapshot),
        sources.nightlyExport(snapshot),
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
          memory: sources.memory(),
          ...{ models, nightlyExport },
        },
      };
    }),
  ];
}
