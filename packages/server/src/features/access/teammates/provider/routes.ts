// The console's endpoints of ways in beside a password: the identity provider, and sign-out there.
import { consoleApi } from '@attune/contract';
import { ApiError } from '../../../../api-error.ts';
import type { Context } from '../../../../context.ts';
import { type ConsoleRoute, consoleRoute } from '../../../../http/console/route.ts';
import { sendsMails } from '../../../configuration/notifications/index.ts';
import type { Auth } from '../auth.ts';
import * as sessions from '../sessions.ts';
import { selectEndsAt } from '../store.ts';
import type { Tries } from '../tries.ts';
import { admit } from './admission.ts';
import { identityOf } from './claims.ts';
import { openProvider } from './client.ts';
import { backCookie, checksOf, leavingCookie } from './way-back.ts';

/** The page of the console to which the provider leads back. */
const backPath = '/console/sign-in/provider';

interface Given {
  readonly ctx: Context;
  readonly auth: Auth;
  readonly tries: Tries;
  /** Throws where a browser would keep no cookie of this origin. */
  readonly refuseInsecure: (origin: string) => void;
}

/** Routes of the provider; those of signing in are tries, which are logged. */
export function providerRoutes({ ctx, auth, tries, refuseInsecure }: Given): {
  readonly proofs: readonly ConsoleRoute[];
  readonly others: readonly ConsoleRoute[];
} {
  const { provider: config, acceptsPasswords } = ctx.config;
  const provider = config && openProvider(ctx, config);
  function present() {
    if (!provider) throw new ApiError('not_found', 'No identity provider is set up here.');
    return provider;
  }
  return {
    proofs: [
      consoleRoute(consoleApi.beginProviderSignIn, async ({ address, origin }) => {
        const { begin } = present();
        refuseInsecure(origin);
        tries.ofAddress(address);
        const begun = await begin(`${origin}${backPath}`);
        const headers = { 'set-cookie': leavingCookie(ctx, begun.checks) };
        return { status: 200, headers, body: { address: begun.address } };
      }),
      consoleRoute(consoleApi.finishProviderSignIn, async (call) => {
        const { finish, config: own } = present();
        const { body, headers, address, origin } = call;
        tries.ofAddress(address);
        const checks = checksOf(ctx, headers);
        if (!checks) throw new ApiError('sign_in_refused', notBegun);
        const claims = await finish(new URL(`${origin}${backPath}?${body.query}`), checks);
        const admission = await admit(ctx, own, identityOf(own, claims));
        if ('refused' in admission) throw new ApiError('sign_in_refused', admission.refused);
        const { teammateId, replacedPassword } = admission;
        const endsAt = new Date(ctx.now() + own.sessionMs);
        const { cookies } = await sessions.signInVouched(ctx, auth, headers, {
          teammateId,
          endsAt,
        });
        return {
          status: 200,
          headers: { 'set-cookie': [...cookies, backCookie] },
          body: { replacedPassword },
        };
      }),
    ],
    others: [
      consoleRoute(consoleApi.readSignIn, async () => ({
        status: 200,
        body: {
          ...{ passwords: acceptsPasswords, passwordReset: acceptsPasswords && sendsMails(ctx) },
          provider: config ? { name: config.name } : null,
        },
      })),
      consoleRoute(consoleApi.signOut, async ({ headers, origin, teammate }) => {
        const endsAt = await selectEndsAt(ctx.db, teammate.sessionId);
        const { cookies } = await sessions.signOut(auth, headers);
        const answered = { 'set-cookie': cookies };
        const isThere = config?.signsOutThere && endsAt !== undefined;
        // Signed out here they are, also where the provider does not answer.
        const address = isThere
          ? await provider?.signOutAddress(`${origin}/console/sign-in`).catch(() => undefined)
          : undefined;
        return address === undefined
          ? { status: 204, headers: answered }
          : { status: 200, headers: answered, body: { address } };
      }),
    ],
  };
}

const notBegun =
  'This sign-in was not begun in this browser within ten minutes: begin again from the sign-in page.';
