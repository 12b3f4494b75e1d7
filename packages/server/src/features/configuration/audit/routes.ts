// The audit log on the console.
import { consoleApi } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { type ConsoleRoute, consoleRoute } from '../../../http/console/route.ts';
import { listAudit } from './audit.ts';

/** Routes of the audit log. */
export function auditConsoleRoutes(ctx: Context): ConsoleRoute[] {
  return [
    consoleRoute(consoleApi.listAudit, async ({ snapshot, membership, query }) => {
      const reader = { siteId: snapshot.site.id, membership };
      const { entries, next } = await listAudit(ctx, reader, query);
      const shown = entries.map((entry) => ({ ...entry, at: entry.at.toISOString() }));
      return { status: 200, body: { entries: shown, next } };
    }),
  ];
}
