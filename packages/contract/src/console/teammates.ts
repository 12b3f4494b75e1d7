// Settings, Teammates: who may do what on a site.
import Type from 'typebox';
import {
  Email,
  id,
  MaybeTime,
  RoleName,
  SiteParams,
  siteAddress,
  siteName,
  Time,
  tag,
  teammateId,
} from './common.ts';
import { consoleEndpoint } from './endpoint.ts';

const shared = { tag } as const;
const base = `${siteAddress}/teammates`;
const invitations = `${siteAddress}/invitations`;
const TeammateParams = Type.Object({ site: siteName, id: teammateId });
const InvitationParams = Type.Object({ site: siteName, id });
const membership = { role: RoleName, codeEditing: Type.Boolean() };
const done = { 204: { description: 'Done' } } as const;

const Teammate = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  ...membership,
  fromGroups: Type.Boolean({ description: 'Groups of the identity provider gave the role.' }),
  hasSecondFactor: Type.Boolean(),
  lastSeenAt: MaybeTime,
});
const Invitation = Type.Object({
  id: Type.String(),
  email: Type.String(),
  ...membership,
  createdAt: Time,
  expiresAt: Time,
});

export const listTeammates = consoleEndpoint({
  ...shared,
  id: 'listTeammates',
  method: 'GET',
  path: base,
  summary: 'The teammates of a site, and who is invited',
  access: 'Viewer',
  params: SiteParams,
  answers: {
    200: {
      description: 'By name; invitations are shown to Admins alone',
      schema: Type.Object({
        teammates: Type.Array(Teammate),
        invitations: Type.Array(Invitation),
      }),
    },
  },
});

export const changeTeammate = consoleEndpoint({
  ...shared,
  id: 'changeTeammate',
  method: 'PUT',
  path: `${base}/{id}`,
  summary: 'Change what a teammate may do; their sessions end',
  description:
    'Teammates cannot change their own role, grant rights that they do not have, or ' +
    'lower the last Admin. A role that came from groups is no longer set by them.',
  access: 'Admin',
  params: TeammateParams,
  body: Type.Object(membership),
  answers: done,
  errors: ['not_found', 'conflict', 'role_missing'],
});

export const removeTeammate = consoleEndpoint({
  ...shared,
  id: 'removeTeammate',
  method: 'DELETE',
  path: `${base}/{id}`,
  summary: 'Take a teammate from the site; their sessions end',
  access: 'Admin',
  params: TeammateParams,
  answers: done,
  errors: ['not_found', 'conflict', 'role_missing'],
});

export const invite = consoleEndpoint({
  ...shared,
  id: 'invite',
  method: 'POST',
  path: invitations,
  summary: 'Invite a teammate by a link, which works once, for seven days',
  access: 'Admin',
  params: SiteParams,
  body: Type.Object({ email: Email, ...membership }),
  answers: {
    201: {
      description: 'The invitation; its link is shown once',
      schema: Type.Object({
        invitation: Invitation,
        link: Type.String(),
        isMailed: Type.Boolean({ description: 'Is the link mailed to the address as well?' }),
      }),
    },
  },
  errors: ['conflict', 'role_missing'],
});

export const changeInvitation = consoleEndpoint({
  ...shared,
  id: 'changeInvitation',
  method: 'PUT',
  path: `${invitations}/{id}`,
  summary: 'Change what an invited teammate may do; the link stays the same',
  access: 'Admin',
  params: InvitationParams,
  body: Type.Object(membership),
  answers: done,
  errors: ['not_found', 'role_missing'],
});

export const withdrawInvitation = consoleEndpoint({
  ...shared,
  id: 'withdrawInvitation',
  method: 'DELETE',
  path: `${invitations}/{id}`,
  summary: 'Withdraw an invitation',
  access: 'Admin',
  params: InvitationParams,
  answers: done,
  errors: ['not_found'],
});
