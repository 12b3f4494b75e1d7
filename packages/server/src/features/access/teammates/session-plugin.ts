// Begins sessions of teammates whose proof was checked here: a plugin of better-auth's, called by
// our code alone.
import type { BetterAuthPlugin } from 'better-auth';

interface Beginning {
  readonly teammateId: string;
}

/** Begins a session, or asks for the second factor where the teammate has one. */
export async function sessionPlugin() {
  const { createAuthEndpoint, APIError } = await import('better-auth/api');
  const { setSessionCookie } = await import('better-auth/cookies');
  return {
    id: 'attune-sessions',
    endpoints: {
      beginSession: createAuthEndpoint(
        // The plugin of second factors asks for one after a sign-in at this path.
        '/sign-in/username',
        { method: 'POST', metadata: { $Infer: { body: {} as Beginning } } },
        async (ctx) => {
          const { internalAdapter } = ctx.context;
          const user = await internalAdapter.findUserById(ctx.body.teammateId);
          if (!user) throw new APIError('UNAUTHORIZED');
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ token: session.token });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}
