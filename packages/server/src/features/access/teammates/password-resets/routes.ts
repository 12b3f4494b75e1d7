// The console's endpoints of a forgotten password.
import { consoleApi } from '@attune/contract';
import type { Context } from '../../../../context.ts';
import { type ConsoleRoute, consoleRoute } from '../../../../http/console/route.ts';
import { refuseWeak } from '../passwords/weak-passwords.ts';
import type { Allowed, Tries } from '../tries.ts';
import { requestReset } from './requests.ts';
import { findLink, reset } from './reset.ts';

interface Given {
  readonly ctx: Context;
  readonly tries: Tries;
  /** Does work that hashes, in its turn. */
  readonly hashing: <T>(allowed: Allowed, work: () => Promise<T>) => Promise<T>;
  /** Throws where no password signs in. */
  readonly refusePasswords: (ctx: Context) => void;
}

/** Routes of a forgotten password; those of proofs are tries, which are logged. */
export function passwordResetRoutes({ ctx, tries, hashing, refusePasswords }: Given): {
  readonly proofs: readonly ConsoleRoute[];
  readonly others: readonly ConsoleRoute[];
} {
  return {
    proofs: [
      consoleRoute(consoleApi.resetPassword, async ({ body: { token, password }, address }) => {
        refusePasswords(ctx);
        tries.ofAddress(address);
        const link = await findLink(ctx, token);
        refuseWeak(password, [link.name, link.email], '/password');
        const allowed = tries.ofLink(`password reset of ${link.teammateId}`);
        await hashing(allowed, () => reset(ctx, token, link, password));
        return { status: 204 };
      }),
    ],
    others: [
      consoleRoute(consoleApi.requestPasswordReset, async ({ body, address, traceId }) => {
        refusePasswords(ctx);
        const email = body.email.toLowerCase();
        tries.ofResetRequest(address, email);
        await requestReset(ctx, email);
        // Without the address of e-mail: somebody may have typed a password there.
        ctx.log.info({ traceId, address }, 'password reset requested');
        return { status: 202 };
      }),
    ],
  };
}
