// Begins sessions of teammates whose proof was checked here: a plugin of better-auth's, called by
// our code alone.
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';

interface Beginning {
  readonly teammateId: string;
}

interface Vouched extends Beginning {
  readonly endsAt: Date;
}

/** Endpoints that begin sessions. */
export async function sessionPlugin() {
  const { createAuthEndpoint, APIError } = await import('better-auth/api');
  const { setSessionCookie } = await import('better-auth/cookies');
  async function begin(
    ctx: GenericEndpointContext,
    teammateId: string,
    more?: { readonly endsAt: Date },
  ) {
    const { internalAdapter } = ctx.context;
    const user = await internalAdapter.findUserById(teammateId);
    if (!user) throw new APIError('UNAUTHORIZED');
    const session = await internalAdapter.createSession(user.id, false, more);
    await setSessionCookie(ctx, { session, user });
    return { token: session.token };
  }

  return {
    id: 'attune-sessions',
    endpoints: {
      /** Begins a session, or asks for the second factor where the teammate has one. */
      beginSession: createAuthEndpoint(
        // The plugin of second factors asks for one after a sign-in at this path.
        '/sign-in/username',
        { method: 'POST', metadata: { $Infer: { body: {} as Beginning } } },
        async (ctx) => ctx.json(await begin(ctx, ctx.body.teammateId)),
      ),
      /** Begins a session for which somebody else vouches, until a time. */
      beginVouchedSession: createAuthEndpoint(
        '/sign-in/vouched',
        { method: 'POST', metadata: { $Infer: { body: {} as Vouched } } },
        async (ctx) => {
          const { teammateId, endsAt } = ctx.body;
          return ctx.json(await begin(ctx, teammateId, { endsAt }));
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}
