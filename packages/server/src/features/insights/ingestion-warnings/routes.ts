// Reads ingestion warnings.
import { api } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { type ManageRoute, manageRoute } from '../../../http/manage-route.ts';
import { selectIngestionWarnings } from './store.ts';

const shownDays = 7;
const dayMs = 86_400_000;

/** Routes of ingestion warnings. */
export function ingestionWarningRoutes(ctx: Context): ManageRoute[] {
  return [
    manageRoute(api.listIngestionWarnings, async ({ snapshot }) => {
      const since = new Date(ctx.now() - (shownDays - 1) * dayMs).toISOString().slice(0, 10);
      const warnings = await selectIngestionWarnings(ctx.db, snapshot.site.id, since);
      return { status: 200, body: { warnings } };
    }),
  ];
}
