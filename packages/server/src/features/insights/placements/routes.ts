// Whether pages show a campaign, on the console.
import { consoleApi } from '@attune/contract';
import { ApiError } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import { type ConsoleRoute, consoleRoute } from '../../../http/console/route.ts';
import { selectLastExposure } from '../../events/exposures/index.ts';

/** Routes of placements. */
export function placementRoutes({ db }: Context): ConsoleRoute[] {
  return [
    consoleRoute(consoleApi.readPlacement, async ({ snapshot, params }) => {
      const campaign = snapshot.campaignsById.get(Number(params.id));
      if (!campaign) throw new ApiError('not_found', 'No such campaign on this site.');
      const experiences = campaign.published?.definition.experiences ?? [];
      const shownAt = await selectLastExposure(
        ...([db, snapshot.site.id, campaign.id, experiences.map(({ id }) => id)] as const),
      );
      return { status: 200, body: { shownAt: shownAt?.toISOString() ?? null } };
    }),
  ];
}
