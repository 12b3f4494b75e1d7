// Signing in, out and everywhere out: better-auth's work, with this service's errors.

import type { ErrorCode } from '@attune/contract';
import { ApiError } from '../../../api-error.ts';
import type { Context, Teammate } from '../../../context.ts';
import type { Auth } from './auth.ts';
import { throwingDatabaseErrors } from './database-errors.ts';
import { type Device, openDevices } from './devices.ts';
import { createPasswords } from './passwords/passwords.ts';
import { selectHash, selectPasswords, upsertHash } from './passwords/store.ts';
import { deleteOtherSessions, deleteSession } from './store.ts';

/** Cookies to be set, as header values. */
export interface WithCookies {
  readonly cookies: string[];
}

type Api = Awaited<ReturnType<Auth>>['api'];

const callOf = <T>(auth: Auth, work: (api: Api) => Promise<T>): Promise<T> =>
  throwingDatabaseErrors(async () => work((await auth()).api));

/** Turns what better-auth refuses into an error of ours; what it says of codes is kept. */
export async function refusing<T>(
  auth: Auth,
  code: ErrorCode,
  detail: string,
  work: (api: Api) => Promise<T>,
): Promise<T> {
  try {
    return await callOf(auth, work);
  } catch (error) {
    const { APIError } = await import('better-auth/api');
    if (!(error instanceof APIError)) throw error;
    if (error.statusCode === 429 || error.body?.code?.startsWith('TOO_MANY')) {
      throw new ApiError('rate_limited', 'Too many wrong codes; try again in 15 minutes.', {
        headers: { 'retry-after': '900' },
      });
    }
    if (error.statusCode >= 500) throw error;
    throw new ApiError(code, detail);
  }
}

export interface SignedIn extends WithCookies {
  readonly needsSecondFactor: boolean;
}

/** The input of accepting an invitation; without a teammate, the one who is signed in accepts. */
export interface Acceptance {
  readonly token: string;
  readonly teammate?: { readonly name: string; readonly email?: string; readonly password: string };
}

/** The cookies that better-auth sets. */
export const setCookiesOf = (headers: Headers): string[] => headers.getSetCookie();

/** However much it is used, a session ends then. */
const longestMs = 30 * 86_400_000;

/** The teammate of a request's session; undefined where there is none. */
export async function identify(
  { now }: Pick<Context, 'now'>,
  auth: Auth,
  headers: Headers,
): Promise<Teammate | undefined> {
  // A look-up alone; `refresh` notes that a session is used, and makes it last.
  const found = await callOf(auth, (api) =>
    api.getSession({ headers, query: { disableRefresh: true } }),
  );
  if (!found) return undefined;
  const { user, session } = found;
  const endMs = session.endsAt?.getTime() ?? session.createdAt.getTime() + longestMs;
  if (endMs <= now()) return undefined;
  const { id, name, email, twoFactorEnabled } = user;
  return { id, name, email, hasSecondFactor: twoFactorEnabled === true, sessionId: session.id };
}

/** Makes a session last longer, where it is time for that. */
export async function refresh(auth: Auth, headers: Headers): Promise<WithCookies> {
  const { headers: answered } = await callOf(auth, (api) =>
    api.getSession({ headers, returnHeaders: true }),
  );
  return { cookies: setCookiesOf(answered) };
}

/** The one of the devices on which a teammate of an address signed in before. */
export async function deviceOf(
  { db }: Pick<Context, 'db'>,
  email: string,
  devices: readonly Device[],
): Promise<Device | undefined> {
  if (devices.length === 0) return undefined;
  const ids = (await selectPasswords(db, email)).map(({ teammateId }) => teammateId);
  return devices.find(({ teammateId }) => ids.includes(teammateId));
}

/** What somebody gives to sign in; the address in lower case. */
export interface Given {
  readonly email: string;
  readonly password: string;
}

/**
 * Signs in the teammate of that address whose password it is, or asks for the second factor; the
 * browser's earlier session ends. With `only`, no other teammate is signed in. Throws
 * `sign_in_refused`. To be called from the queue, since it hashes.
 */
export async function signIn(
  ctx: Context,
  auth: Auth,
  headers: Headers,
  { email, password }: Given,
  only?: string,
): Promise<SignedIn> {
  const wrong = new ApiError('sign_in_refused', 'The e-mail address or the password is wrong.');
  const ofAddress = await selectPasswords(ctx.db, email);
  const mayBe = ofAddress.filter(({ teammateId }) => teammateId === (only ?? teammateId));
  const proof = await createPasswords(ctx.config.passwordCost).find(password, mayBe);
  if (!proof) throw wrong;
  const { answered, response } = await begin(auth, headers, proof.teammateId);
  // Checking takes its time: what was right as it began may be wrong by now.
  if ((await selectHash(ctx.db, proof.teammateId)) !== proof.hash) {
    await endBegun(auth, response);
    throw wrong;
  }
  return signedIn(ctx, auth, headers, { answered, response, teammateId: proof.teammateId });
}

/** Begins a session without a look at any proof, or asks for the second factor. */
async function begin(auth: Auth, headers: Headers, teammateId: string) {
  const { headers: answered, response } = await callOf(auth, (api) =>
    api.beginSession({ body: { teammateId }, headers, returnHeaders: true }),
  );
  return { answered, response };
}

type Begun = Awaited<ReturnType<typeof begin>> & { readonly teammateId: string };

/** What a browser gets that has signed in: it forgets its earlier session, and is known. */
async function signedIn(
  ctx: Context,
  auth: Auth,
  headers: Headers,
  { answered, response, teammateId }: Begun,
): Promise<SignedIn> {
  const before = await identify(ctx, auth, headers);
  if (before) await deleteSession(ctx.db, before.id, before.sessionId);
  const needsSecondFactor = 'twoFactorRedirect' in response;
  const devices = needsSecondFactor ? [] : [openDevices(ctx).cookieOf(teammateId, headers)];
  return { cookies: [...setCookiesOf(answered), ...devices], needsSecondFactor };
}

/** Signs in a teammate whose link was right, or asks for the second factor. */
export async function signInByLink(
  ctx: Context,
  auth: Auth,
  headers: Headers,
  teammateId: string,
): Promise<SignedIn> {
  const begun = await begin(auth, headers, teammateId);
  return signedIn(ctx, auth, headers, { ...begun, teammateId });
}

/** Signs in a teammate on the provider's word, without a second factor of ours, until a time. */
export async function signInVouched(
  ctx: Context,
  auth: Auth,
  headers: Headers,
  vouched: { readonly teammateId: string; readonly endsAt: Date },
): Promise<SignedIn> {
  const { headers: answered, response } = await callOf(auth, (api) =>
    api.beginVouchedSession({ body: vouched, headers, returnHeaders: true }),
  );
  const { teammateId } = vouched;
  return signedIn(ctx, auth, headers, { answered, response, teammateId });
}

/** Ends a session that is just begun, if it is: that of a second factor opens nothing by itself. */
export async function endBegun(
  auth: Auth,
  { token }: { token?: string | undefined },
): Promise<void> {
  if (token) await (await (await auth()).$context).internalAdapter.deleteSession(token);
}

/** Ends the session of a request. */
export async function signOut(auth: Auth, headers: Headers): Promise<WithCookies> {
  const { headers: answered } = await callOf(auth, (api) =>
    api.signOut({ headers, returnHeaders: true }),
  );
  return { cookies: setCookiesOf(answered) };
}

/**
 * Changes the password; every other session ends, and those that are begun and not proved. Throws
 * `sign_in_refused`. To be called from the queue, as what else checks a password.
 */
export async function changePassword(
  ctx: Context,
  { id, sessionId }: Teammate,
  { current, wanted }: { readonly current: string; readonly wanted: string },
): Promise<void> {
  const { hash, verify } = createPasswords(ctx.config.passwordCost);
  const before = await selectHash(ctx.db, id);
  if (!before || !(await verify({ hash: before, password: current }))) {
    throw new ApiError('sign_in_refused', wrongPassword);
  }
  await upsertHash(ctx.db, id, await hash(wanted, before), new Date(ctx.now()));
  await deleteOtherSessions(ctx.db, id, sessionId);
}

/** What a teammate is told who gives another password than theirs. */
export const wrongPassword = 'The password is wrong.';
