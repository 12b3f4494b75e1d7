// The console's endpoints of proofs: signing in, accepting an invitation, changing one's proofs.
import { consoleApi } from '@attune/contract';
import { ApiError } from '../../../../api-error.ts';
import type { Context, Teammate } from '../../../../context.ts';
import { type ConsoleRoute, consoleRoute } from '../../../../http/console/route.ts';
import type { Reply } from '../../../../http/route.ts';
import type { Auth } from '../auth.ts';
import { type Devices, openDevices } from '../devices.ts';
import { acceptInvitation, findInvitation } from '../invitations/index.ts';
import { passwordResetRoutes } from '../password-resets/index.ts';
import { createPasswords } from '../passwords/passwords.ts';
import { createPasswordQueue, type PasswordQueue } from '../passwords/queue.ts';
import { selectPasswords } from '../passwords/store.ts';
import { refuseWeak } from '../passwords/weak-passwords.ts';
import { providerRoutes } from '../provider/routes.ts';
import { joinRepeats, type Repeats } from '../repeats.ts';
import * as factors from '../second-factors.ts';
import * as sessions from '../sessions.ts';
import { takeSignInLink } from '../sign-in-links.ts';
import { type Allowed, limitTries, logged, type Tries } from '../tries.ts';

/** Done, and nothing to show. */
export const done = (cookies: string[] = []): Reply => ({
  status: 204,
  headers: { 'set-cookie': cookies },
});

/** What is shown. */
export const shown = (cookies: string[], body: unknown): Reply => ({
  status: 200,
  headers: { 'set-cookie': cookies },
  body,
});

/** Signing in, as its routes share it. */
interface SigningIn {
  readonly ctx: Context;
  readonly auth: Auth;
  readonly tries: Tries;
  readonly queue: PasswordQueue;
  readonly devices: Devices;
  readonly repeats: Repeats<sessions.WithCookies>;
}

/** What identifies the sender of a request. */
interface From {
  readonly headers: Headers;
  readonly address: string;
}

/** Routes by which teammates prove that it is them; each try is logged. */
export function signInRoutes(ctx: Context, auth: Auth): ConsoleRoute[] {
  const signingIn = {
    ...{ ctx, auth, tries: limitTries(ctx.buckets.of('sign-in')) },
    queue: createPasswordQueue({ processes: ctx.apiProcesses }),
    ...{ devices: openDevices(ctx), repeats: joinRepeats<sessions.WithCookies>(ctx.now) },
  };
  const provider = providerRoutes({ ...signingIn, refuseInsecure });
  const hashing = <T>(allowed: Allowed, work: () => Promise<T>) => queued(signingIn, allowed, work);
  const resets = passwordResetRoutes({ ...signingIn, hashing, refusePasswords });
  const proofs = [
    ...provider.proofs,
    ...passwordRoutes(signingIn),
    ...invitationRoutes(signingIn),
    ...resets.proofs,
    ...proofRoutes(signingIn),
  ];
  return [...proofs.map((proof) => logged(ctx, proof)), ...provider.others, ...resets.others];
}

/** Does what hashes a password, from the queue; it counts as a try when it begins. */
function queued<T>({ queue }: SigningIn, allowed: Allowed, work: () => Promise<T>) {
  return queue.run(allowed, async () => {
    allowed.count();
    return work();
  });
}

/**
 * Browsers keep these cookies over HTTPS alone, and from this machine: over anything else signing
 * in would seem to work, and not do so.
 */
function refuseInsecure(origin: string): void {
  const { protocol, hostname } = new URL(origin);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol === 'https:' || isLocal || /^(127\.|\[::1\]$)/.test(hostname)) return;
  const detail =
    'The console takes HTTPS. Behind a proxy that ends TLS, list its address in TRUSTED_PROXIES.';
  throw new ApiError('sign_in_refused', detail);
}

/** Passwords may be switched off; a teammate is told where to sign in. */
function refusePasswords({ config: { acceptsPasswords, provider } }: Context): void {
  if (acceptsPasswords) return;
  throw new ApiError('sign_in_refused', `No password signs in here: use ${provider?.name}.`);
}

function passwordRoutes(signingIn: SigningIn): ConsoleRoute[] {
  const { ctx, auth, tries, devices, repeats } = signingIn;
  return [
    consoleRoute(consoleApi.signIn, async ({ body, headers, address, origin }) => {
      refuseInsecure(origin);
      refusePasswords(ctx);
      const given = { email: body.email.toLowerCase(), password: body.password };
      const from = { headers, address };
      const { cookies, needsSecondFactor } = await checkPassword(signingIn, from, given);
      return shown(cookies, { needsSecondFactor });
    }),
    consoleRoute(consoleApi.signInByLink, async ({ body, headers, address, origin }) => {
      refuseInsecure(origin);
      tries.ofAddress(address);
      const teammateId = await takeSignInLink(ctx, body.token);
      const signedIn = await sessions.signInByLink(ctx, auth, headers, teammateId);
      return shown(signedIn.cookies, { needsSecondFactor: signedIn.needsSecondFactor });
    }),
    consoleRoute(consoleApi.proveSecondFactor, async ({ body, headers, address }) => {
      const begun = await factors.challengeOf(auth, headers);
      const { cookies } = await repeats.once([begun, body.code], async () => {
        tries.ofCode(address, devices.of(headers));
        return factors.proveSecondFactor(ctx, auth, headers, body.code);
      });
      return done(cookies);
    }),
  ];
}

/**
 * Signs in by a password. On a device of a teammate it is theirs, with tries of their own; if it is
 * not, it may be that of another teammate of the address, as from anywhere.
 */
async function checkPassword(
  signingIn: SigningIn,
  { headers, address }: From,
  given: sessions.Given,
): Promise<sessions.SignedIn> {
  const { ctx, auth, tries, devices } = signingIn;
  const attempt = (allowed: Allowed, only?: string) =>
    queued(signingIn, allowed, () => sessions.signIn(ctx, auth, headers, given, only));
  const fromAnywhere = async () => attempt(tries.ofSignIn(address, given.email));

  const device = await sessions.deviceOf(ctx, given.email, devices.of(headers));
  const own = device && tries.ofDevice(device);
  if (!own) return fromAnywhere();
  return attempt(own, device.teammateId).catch((refused) =>
    fromAnywhere().catch(() => Promise.reject(refused)),
  );
}

function invitationRoutes(signingIn: SigningIn): ConsoleRoute[] {
  const { ctx, tries } = signingIn;
  return [
    consoleRoute(consoleApi.readInvitation, async ({ body, address }) => {
      tries.ofAddress(address);
      const { siteName, expiresAt, ...found } = await findInvitation(ctx, body.token);
      const { role, codeEditing, email } = found;
      const told = { site: siteName, role, codeEditing, email };
      return { status: 200, body: { ...told, expiresAt: expiresAt.toISOString() } };
    }),
    consoleRoute(consoleApi.acceptInvitation, async ({ body, headers, address, origin }) => {
      refuseInsecure(origin);
      tries.ofAddress(address);
      return acceptance(signingIn, { headers, address }, body);
    }),
  ];
}

async function acceptance(
  signingIn: SigningIn,
  { headers, address }: From,
  { token, teammate: given }: sessions.Acceptance,
): Promise<Reply> {
  const { ctx, auth, tries } = signingIn;
  const { id, email: invited, siteName: invitedTo } = await findInvitation(ctx, token);
  if (!given) {
    const teammate = await sessions.identify(ctx, auth, headers);
    if (!teammate) throw new ApiError('sign_in_needed', 'Sign in first, or make an account.');
    const { siteName } = await acceptInvitation(ctx, token, teammate);
    return shown([], { site: siteName });
  }
  const email = invited ?? given.email;
  if (email === undefined) {
    const errors = [{ pointer: '/teammate/email', detail: 'is missing' }];
    throw new ApiError('invalid_request', 'The first Admin must give an e-mail address.', {
      errors,
    });
  }
  refusePasswords(ctx);
  const { name, password } = given;
  refuseWeak(password, [name, email, invitedTo], '/teammate/password');
  const others = await selectPasswords(ctx.db, email.toLowerCase());
  // To find that the password is another's of the address is to guess it.
  const allowed =
    others.length > 0
      ? tries.ofSignIn(address, email.toLowerCase())
      : tries.ofLink(`invitation ${id}`);
  return queued(signingIn, allowed, async () => {
    const { find, hash } = createPasswords(ctx.config.passwordCost);
    if (others.length > 0 && (await find(password, others))) {
      throw new ApiError('conflict', 'You have an account of this address: sign in to accept.');
    }
    const passwordHash = await hash(password, others[0]?.hash);
    const joined = await acceptInvitation(ctx, token, { name, email, passwordHash });
    const { cookies } = await sessions.signInByLink(ctx, auth, headers, joined.teammateId);
    return shown(cookies, { site: joined.siteName });
  });
}

function proofRoutes(signingIn: SigningIn): ConsoleRoute[] {
  const { ctx, auth, tries, repeats } = signingIn;
  /** Tries of a session are its own: tries to sign in elsewhere take none of them. */
  const asTeammate = <T>({ id }: Teammate, work: () => Promise<T>) =>
    queued(signingIn, tries.ofTeammate(id), work);
  return [
    consoleRoute(consoleApi.changePassword, async ({ body, teammate }) => {
      refuseWeak(body.wanted, [teammate.name, teammate.email], '/wanted');
      await asTeammate(teammate, () => sessions.changePassword(ctx, teammate, body));
      return done();
    }),
    consoleRoute(consoleApi.beginSecondFactor, async ({ body, headers, teammate }) => {
      if (teammate.hasSecondFactor) {
        throw new ApiError('conflict', 'A second factor is in force; remove it first.');
      }
      const begun = await asTeammate(teammate, () =>
        factors.beginSecondFactor(auth, headers, body.password),
      );
      return { status: 200, body: begun };
    }),
    consoleRoute(consoleApi.confirmSecondFactor, async ({ body, headers, teammate }) => {
      const { cookies } = await repeats.once([teammate.sessionId, body.code], async () => {
        tries.ofTeammate(teammate.id).count();
        return factors.confirmSecondFactor(ctx, auth, headers, body.code);
      });
      return done(cookies);
    }),
    consoleRoute(consoleApi.removeSecondFactor, async ({ body, headers, teammate }) => {
      const { cookies } = await asTeammate(teammate, () =>
        factors.removeSecondFactor(auth, headers, body.password),
      );
      return done(cookies);
    }),
  ];
}
