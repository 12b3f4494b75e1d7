// Routes of the condition builder: what can be asked about, and how many it matches.
import { api } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { type ManageRoute, manageRoute } from '../../../http/manage-route.ts';
import { estimate } from './estimate.ts';
import { type FieldSources, listFields } from './fields.ts';
import type { Samples } from './sample.ts';

/** Routes of targeting. */
export function targetingRoutes(
  ctx: Context,
  samples: Samples,
  sources: FieldSources,
): ManageRoute[] {
  return [
    manageRoute(api.estimateAudience, async ({ snapshot, body }) => ({
      status: 200,
      body: await estimate(ctx, samples, snapshot, body.condition),
    })),
    manageRoute(api.listAudienceFields, async ({ snapshot }) => ({
      status: 200,
      body: { items: await listFields(ctx, samples, sources, snapshot) },
    })),
  ];
}
