// The console's endpoints of sessions, teammates and invitations.
import { consoleApi } from '@attune/contract';
import { ApiError } from '../../../api-error.ts';
import type { Context, Teammate } from '../../../context.ts';
import { type ConsoleRoute, consoleRoute } from '../../../http/console/route.ts';
import { createBuckets } from '../../../http/rate-limits.ts';
import type { Reply } from '../../../http/route.ts';
import type { Auth } from './auth.ts';
import { type Devices, openDevices } from './devices.ts';
import {
  acceptInvitation,
  findInvitation,
  type InvitationRow,
  invitationPath,
  invite,
  selectInvitations,
  withdrawInvitation,
} from './invitations/index.ts';
import { changeTeammate, removeTeammate } from './memberships.ts';
import { createPasswordQueue, type PasswordQueue } from './password-queue.ts';
import { joinRepeats, type Repeats } from './repeats.ts';
import * as sessions from './sessions.ts';
import {
  deleteSessions,
  type MemberRow,
  selectMembers,
  selectMemberships,
  selectSessions,
} from './store.ts';
import { type Allowed, limitTries, logged, type Tries } from './tries.ts';
import { refuseWeak } from './weak-passwords.ts';

const done = (cookies: string[] = []): Reply => ({
  status: 204,
  headers: { 'set-cookie': cookies },
});

const shown = (cookies: string[], body: unknown): Reply => ({
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

/** Routes of teammates. */
export function teammateRoutes(ctx: Context, auth: Auth): ConsoleRoute[] {
  const signingIn = {
    ...{ ctx, auth, tries: limitTries(createBuckets()), queue: createPasswordQueue() },
    ...{ devices: openDevices(ctx), repeats: joinRepeats<sessions.WithCookies>(ctx.now) },
  };
  const proofs = [
    ...signInRoutes(signingIn),
    ...invitationRoutes(signingIn),
    ...proofRoutes(signingIn),
  ];
  const logging = proofs.map((proof) => logged(ctx, proof));
  return [...logging, ...sessionRoutes(ctx, auth), ...memberRoutes(ctx)];
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

function signInRoutes(signingIn: SigningIn): ConsoleRoute[] {
  const { ctx, auth, tries, devices, repeats } = signingIn;
  return [
    consoleRoute(consoleApi.signIn, async ({ body, headers, address, origin }) => {
      refuseInsecure(origin);
      const email = body.email.toLowerCase();
      const device = await sessions.deviceOf(ctx, email, devices.of(headers));
      const allowed = tries.ofSignIn({ address, device }, email);
      const given = { email, password: body.password };
      const { cookies, needsSecondFactor } = await queued(signingIn, allowed, () =>
        sessions.signIn(ctx, auth, headers, given),
      );
      return shown(cookies, { needsSecondFactor });
    }),
    consoleRoute(consoleApi.proveSecondFactor, async ({ body, headers, address }) => {
      const begun = await sessions.challengeOf(auth, headers);
      const { cookies } = await repeats.once([begun, body.code], async () => {
        tries.ofCode(address, devices.of(headers));
        return sessions.proveSecondFactor(ctx, auth, headers, body.code);
      });
      return done(cookies);
    }),
  ];
}

function invitationRoutes(signingIn: SigningIn): ConsoleRoute[] {
  const { ctx, tries } = signingIn;
  return [
    consoleRoute(consoleApi.readInvitation, async ({ body, address }) => {
      tries.ofAddress(address);
      const { siteName, expiresAt, ...found } = await findInvitation(ctx, body.token);
      const { role, codeEditing, email, isKnown } = found;
      const told = { site: siteName, role, codeEditing, email, isKnown };
      return { status: 200, body: { ...told, expiresAt: expiresAt.toISOString() } };
    }),
    consoleRoute(consoleApi.acceptInvitation, async ({ body, headers, address, origin }) => {
      refuseInsecure(origin);
      tries.ofAddress(address);
      return acceptance(signingIn, headers, body);
    }),
  ];
}

function sessionRoutes(ctx: Context, auth: Auth): ConsoleRoute[] {
  return [
    consoleRoute(consoleApi.signOut, async ({ headers }) =>
      done((await sessions.signOut(auth, headers)).cookies),
    ),
    consoleRoute(consoleApi.readSession, async ({ headers, teammate }) => {
      const { cookies } = await sessions.refresh(auth, headers);
      return shown(cookies, await sessionViewOf(ctx, teammate));
    }),
    consoleRoute(consoleApi.listSessions, async ({ teammate }) => {
      const rows = await selectSessions(ctx.db, teammate.id, new Date(ctx.now()));
      const listed = rows.map(({ createdAt, lastUsedAt, ...row }) => ({
        ...row,
        isThisOne: row.id === teammate.sessionId,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      }));
      return { status: 200, body: { sessions: listed } };
    }),
    consoleRoute(consoleApi.signOutEverywhere, async ({ headers, teammate }) => {
      const { cookies } = await sessions.signOut(auth, headers);
      await deleteSessions(ctx.db, teammate.id);
      return done(cookies);
    }),
  ];
}

async function acceptance(
  signingIn: SigningIn,
  headers: Headers,
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
  const { name, password } = given;
  refuseWeak(password, [name, email, invitedTo], '/teammate/password');
  const { password: passwords } = (await (await auth()).$context).options.emailAndPassword;
  return queued(signingIn, tries.ofInvitation(id), async () => {
    const passwordHash = await passwords.hash(password);
    const { siteName } = await acceptInvitation(ctx, token, { name, email, passwordHash });
    const signIn = { email: email.toLowerCase(), password };
    const { cookies } = await sessions.signIn(ctx, auth, headers, signIn);
    return shown(cookies, { site: siteName });
  });
}

/** The teammate who is signed in, and their sites by name. */
async function sessionViewOf(ctx: Context, { sessionId: _session, ...teammate }: Teammate) {
  const memberships = await selectMemberships(ctx.db, teammate.id);
  const sites = memberships.flatMap(({ siteId, ...membership }) => {
    const site = ctx.snapshots.site(siteId)?.site;
    if (!site) return [];
    const { name, vertical, features, settings } = site;
    return [{ name, vertical, features, timeZone: settings.timeZone, ...membership }];
  });
  return { teammate, sites: sites.sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

function proofRoutes(signingIn: SigningIn): ConsoleRoute[] {
  const { ctx, auth, tries, repeats } = signingIn;
  /** Tries of a session are its own: tries to sign in elsewhere take none of them. */
  const asTeammate = <T>({ id }: Teammate, work: () => Promise<T>) =>
    queued(signingIn, tries.ofTeammate(id), work);
  return [
    consoleRoute(consoleApi.changePassword, async ({ body, headers, teammate }) => {
      refuseWeak(body.wanted, [teammate.name, teammate.email], '/wanted');
      const { cookies } = await asTeammate(teammate, () =>
        sessions.changePassword(ctx, auth, headers, teammate.id, body),
      );
      return done(cookies);
    }),
    consoleRoute(consoleApi.beginSecondFactor, async ({ body, headers, teammate }) => {
      if (teammate.hasSecondFactor) {
        throw new ApiError('conflict', 'A second factor is in force; remove it first.');
      }
      const begun = await asTeammate(teammate, () =>
        sessions.beginSecondFactor(auth, headers, body.password),
      );
      return { status: 200, body: begun };
    }),
    consoleRoute(consoleApi.confirmSecondFactor, async ({ body, headers, teammate }) => {
      const { cookies } = await repeats.once([teammate.sessionId, body.code], async () => {
        tries.ofTeammate(teammate.id).count();
        return sessions.confirmSecondFactor(ctx, auth, headers, body.code);
      });
      return done(cookies);
    }),
    consoleRoute(consoleApi.removeSecondFactor, async ({ body, headers, teammate }) => {
      const { cookies } = await asTeammate(teammate, () =>
        sessions.removeSecondFactor(auth, headers, body.password),
      );
      return done(cookies);
    }),
  ];
}

function memberRoutes(ctx: Context): ConsoleRoute[] {
  return [
    consoleRoute(consoleApi.listTeammates, async ({ snapshot: { site }, membership }) => {
      const members = await selectMembers(ctx.db, site.id);
      const isAdmin = membership.role === 'Admin';
      const invitations = isAdmin ? await selectInvitations(ctx.db, site.id) : [];
      const body = { teammates: members.map(memberOf), invitations: invitations.map(invitationOf) };
      return { status: 200, body };
    }),
    consoleRoute(consoleApi.changeTeammate, async ({ params, body, ...by }) => {
      await changeTeammate(ctx, by, params.id, body);
      return done();
    }),
    consoleRoute(consoleApi.removeTeammate, async ({ params, ...by }) => {
      await removeTeammate(ctx, by, params.id);
      return done();
    }),
    consoleRoute(consoleApi.invite, async ({ body, origin, ...by }) => {
      const { invitation, token } = await invite(ctx, by, body);
      const link = `${origin}${invitationPath(token)}`;
      return { status: 201, body: { invitation: invitationOf(invitation), link } };
    }),
    consoleRoute(consoleApi.withdrawInvitation, async ({ params, ...by }) => {
      await withdrawInvitation(ctx, by, Number(params.id));
      return done();
    }),
  ];
}

const memberOf = ({ lastSeenAt, ...member }: MemberRow) => ({
  ...member,
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
});

const invitationOf = ({ id, email, role, codeEditing, createdAt, expiresAt }: InvitationRow) => ({
  id: String(id),
  email: email ?? '',
  role,
  codeEditing,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
