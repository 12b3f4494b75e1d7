// The second factor: asked for after the password, set up, and taken away; better-auth's work.
import { ApiError } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import type { Auth } from './auth.ts';
import { openDevices } from './devices.ts';
import { cookiesOf } from './request-cookies.ts';
import { endBegun, refusing, setCookiesOf, type WithCookies, wrongPassword } from './sessions.ts';
import { takeCode } from './store.ts';

/** What names a sign-in that waits for its second factor. Throws `sign_in_refused` without one. */
export async function challengeOf(auth: Auth, headers: Headers): Promise<string> {
  const { createAuthCookie } = await (await auth()).$context;
  const [challenge] = cookiesOf(headers, `${createAuthCookie('two_factor').name}=`);
  if (!challenge)
    throw new ApiError('sign_in_refused', 'It is too late for a code: sign in again.');
  return challenge;
}

/** Finishes signing in with a code or a backup code. Throws `sign_in_refused`, `rate_limited`. */
export async function proveSecondFactor(
  ctx: Context,
  auth: Auth,
  headers: Headers,
  code: string,
): Promise<WithCookies> {
  const wrong = 'The code is wrong or was used already, or it is too late: sign in again.';
  const isOfApp = /^\d{6}$/.test(code);
  const { headers: answered, response } = await refusing(auth, 'sign_in_refused', wrong, (api) =>
    isOfApp
      ? api.verifyTOTP({ body: { code }, headers, returnHeaders: true })
      : api.verifyBackupCode({ body: { code }, headers, returnHeaders: true }),
  );
  const { id } = response.user;
  if (isOfApp && !(await takeCode(ctx.db, id, code))) {
    // In another window, perhaps: what goes on there is not touched.
    await endBegun(auth, response);
    throw new ApiError('sign_in_refused', wrong);
  }
  return { cookies: [...setCookiesOf(answered), openDevices(ctx).cookieOf(id, headers)] };
}

export interface SecondFactor {
  readonly uri: string;
  /** Base32, as authenticators take it. */
  readonly secret: string;
  readonly backupCodes: string[];
}

/** Makes the secret of a second factor, not yet in force. Throws `sign_in_refused`. */
export async function beginSecondFactor(
  auth: Auth,
  headers: Headers,
  password: string,
): Promise<SecondFactor> {
  const enabled = await refusing(auth, 'sign_in_refused', wrongPassword, (api) =>
    api.enableTwoFactor({ body: { password, method: 'totp' }, headers }),
  );
  if (enabled.method !== 'totp') throw new Error(`a second factor by ${enabled.method}`);
  const { totpURI: uri, backupCodes } = enabled;
  return { uri, secret: new URL(uri).searchParams.get('secret') ?? '', backupCodes };
}

/** Puts the second factor in force; the code is used by that. Throws `sign_in_refused`. */
export async function confirmSecondFactor(
  ctx: Context,
  auth: Auth,
  headers: Headers,
  code: string,
): Promise<WithCookies> {
  const wrong = 'The code is wrong; is the clock of the device right?';
  const { headers: answered, response } = await refusing(auth, 'sign_in_refused', wrong, (api) =>
    api.verifyTOTP({ body: { code }, headers, returnHeaders: true }),
  );
  await takeCode(ctx.db, response.user.id, code);
  return { cookies: setCookiesOf(answered) };
}

/** Does without a second factor. Throws `sign_in_refused`. */
export async function removeSecondFactor(
  auth: Auth,
  headers: Headers,
  password: string,
): Promise<WithCookies> {
  const { headers: answered } = await refusing(auth, 'sign_in_refused', wrongPassword, (api) =>
    api.disableTwoFactor({ body: { password }, headers, returnHeaders: true }),
  );
  return { cookies: setCookiesOf(answered) };
}
