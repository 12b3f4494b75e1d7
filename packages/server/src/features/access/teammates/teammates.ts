// What the HTTP server needs of teammates: how they are identified, and their routes.
import type { Membership } from '@attune/contract';
import type { Context, Teammate } from '../../../context.ts';
import { openAuth } from './auth.ts';
import { teammateRoutes } from './routes.ts';
import { identify } from './sessions.ts';
import { selectMembership } from './store.ts';

export interface Teammates {
  readonly identity: {
    readonly identify: (headers: Headers) => Promise<Teammate | undefined>;
    readonly membershipOf: (
      teammate: Pick<Teammate, 'id'>,
      siteId: number,
    ) => Promise<Membership | undefined>;
  };
  readonly routes: ReturnType<typeof teammateRoutes>;
}

/** Opens sign-in and memberships on the context's database. */
export function openTeammates(ctx: Context): Teammates {
  const auth = openAuth(ctx);
  return {
    identity: {
      identify: (headers) => identify(ctx, auth, headers),
      membershipOf: ({ id }, siteId) => selectMembership(ctx.db, siteId, id),
    },
    routes: teammateRoutes(ctx, auth),
  };
}
