// The console's endpoints of sessions and teammates, and with them those of signing in.
import { consoleApi } from '@attune/contract';
import type { Context, Teammate } from '../../../context.ts';
import { type ConsoleRoute, consoleRoute } from '../../../http/console/route.ts';
import { sendsMails } from '../../configuration/notifications/index.ts';
import type { Auth } from './auth.ts';
import {
  changeInvitation,
  type InvitationRow,
  invitationPath,
  invite,
  selectInvitations,
  withdrawInvitation,
} from './invitations/index.ts';
import { changeTeammate, removeTeammate } from './memberships.ts';
import { selectHash } from './passwords/store.ts';
import * as sessions from './sessions.ts';
import { done, shown, signInRoutes } from './sign-in/routes.ts';
import {
  deleteSessions,
  type MemberRow,
  selectMembers,
  selectMemberships,
  selectSessions,
} from './store.ts';

/** Routes of teammates. */
export const teammateRoutes = (ctx: Context, auth: Auth): ConsoleRoute[] => [
  ...signInRoutes(ctx, auth),
  ...sessionRoutes(ctx, auth),
  ...memberRoutes(ctx),
];

function sessionRoutes(ctx: Context, auth: Auth): ConsoleRoute[] {
  return [
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

/** The teammate who is signed in, and their sites by name. */
async function sessionViewOf(ctx: Context, { sessionId: _session, ...teammate }: Teammate) {
  const memberships = await selectMemberships(ctx.db, teammate.id);
  const sites = memberships.flatMap(({ siteId, ...membership }) => {
    const site = ctx.snapshots.site(siteId)?.site;
    if (!site) return [];
    const { name, vertical, features, settings } = site;
    return [{ name, vertical, features, timeZone: settings.timeZone, ...membership }];
  });
  const hasPassword = (await selectHash(ctx.db, teammate.id)) !== undefined;
  return {
    teammate: { ...teammate, hasPassword },
    sites: sites.sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
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
      const isMailed = sendsMails(ctx);
      return { status: 201, body: { invitation: invitationOf(invitation), link, isMailed } };
    }),
    consoleRoute(consoleApi.changeInvitation, async ({ params, body, ...by }) => {
      await changeInvitation(ctx, by, Number(params.id), body);
      return done();
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
