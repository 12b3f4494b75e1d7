// Signing in and out, second factors, invitations that are accepted: what anyone may try.
import Type from 'typebox';
import { features, verticals } from '../permissions.ts';
import {
  Email,
  GivenPassword,
  MaybeTime,
  NewPassword,
  PersonName,
  RoleName,
  Time,
  Token,
  tag,
} from './common.ts';
import { consoleEndpoint } from './endpoint.ts';

const shared = { tag } as const;
const base = '/console/api';
const done = { 204: { description: 'Done' } } as const;

export const signIn = consoleEndpoint({
  ...shared,
  id: 'signIn',
  method: 'POST',
  path: `${base}/sign-in`,
  summary: 'Sign in with e-mail address and password',
  access: 'anyone',
  body: Type.Object({ email: Email, password: GivenPassword }),
  answers: {
    200: {
      description: 'Signed in, or a second factor is required',
      schema: Type.Object({ needsSecondFactor: Type.Boolean() }),
    },
  },
  errors: ['sign_in_refused', 'rate_limited'],
});

export const proveSecondFactor = consoleEndpoint({
  ...shared,
  id: 'proveSecondFactor',
  method: 'POST',
  path: `${base}/sign-in/second-factor`,
  summary: 'Finish signing in with a code of the second factor, or a backup code',
  access: 'anyone',
  body: Type.Object({ code: Type.String({ minLength: 6, maxLength: 40 }) }),
  answers: done,
  errors: ['sign_in_refused', 'rate_limited'],
});

export const readSession = consoleEndpoint({
  ...shared,
  id: 'readSession',
  method: 'GET',
  path: `${base}/session`,
  summary: 'Who is signed in, and what they may do on which site',
  access: 'teammate',
  answers: {
    200: {
      description: 'The teammate',
      schema: Type.Object({
        teammate: Type.Object({
          id: Type.String(),
          name: Type.String(),
          email: Type.String(),
          hasSecondFactor: Type.Boolean(),
          hasPassword: Type.Boolean({ description: 'false: the provider alone knows one.' }),
        }),
        sites: Type.Array(
          Type.Object({
            name: Type.String(),
            vertical: Type.Enum([...verticals]),
            features: Type.Array(Type.Enum([...features])),
            timeZone: Type.String(),
            role: RoleName,
            codeEditing: Type.Boolean(),
          }),
        ),
      }),
    },
  },
});

export const listSessions = consoleEndpoint({
  ...shared,
  id: 'listSessions',
  method: 'GET',
  path: `${base}/sessions`,
  summary: 'Where the teammate is signed in',
  access: 'teammate',
  answers: {
    200: {
      description: 'The sessions, the latest first',
      schema: Type.Object({
        sessions: Type.Array(
          Type.Object({
            id: Type.String(),
            isThisOne: Type.Boolean(),
            userAgent: Type.String(),
            address: Type.String(),
            createdAt: Time,
            lastUsedAt: MaybeTime,
          }),
        ),
      }),
    },
  },
});

export const signOutEverywhere = consoleEndpoint({
  ...shared,
  id: 'signOutEverywhere',
  method: 'DELETE',
  path: `${base}/sessions`,
  summary: 'Sign out everywhere, here too',
  access: 'teammate',
  answers: done,
});

export const changePassword = consoleEndpoint({
  ...shared,
  id: 'changePassword',
  method: 'POST',
  path: `${base}/password`,
  summary: 'Change the password; every other session ends',
  access: 'teammate',
  body: Type.Object({ current: GivenPassword, wanted: NewPassword }),
  answers: done,
  errors: ['sign_in_refused', 'rate_limited'],
});

export const beginSecondFactor = consoleEndpoint({
  ...shared,
  id: 'beginSecondFactor',
  method: 'POST',
  path: `${base}/second-factor`,
  summary: 'Make the secret of a second factor, which a first code then puts in force',
  access: 'teammate',
  body: Type.Object({ password: GivenPassword }),
  answers: {
    200: {
      description: 'What an authenticator needs; shown once',
      schema: Type.Object({
        uri: Type.String({ description: 'An otpauth address, for a QR code.' }),
        secret: Type.String({ description: 'Base32, to type in.' }),
        backupCodes: Type.Array(Type.String()),
      }),
    },
  },
  errors: ['sign_in_refused', 'rate_limited', 'conflict'],
});

export const confirmSecondFactor = consoleEndpoint({
  ...shared,
  id: 'confirmSecondFactor',
  method: 'POST',
  path: `${base}/second-factor/confirm`,
  summary: 'Put the second factor in force with its first code',
  access: 'teammate',
  body: Type.Object({ code: Type.String({ pattern: '^[0-9]{6}$' }) }),
  answers: done,
  errors: ['sign_in_refused', 'rate_limited'],
});

export const removeSecondFactor = consoleEndpoint({
  ...shared,
  id: 'removeSecondFactor',
  method: 'POST',
  path: `${base}/second-factor/remove`,
  summary: 'Do without a second factor',
  access: 'teammate',
  body: Type.Object({ password: GivenPassword }),
  answers: done,
  errors: ['sign_in_refused', 'rate_limited'],
});

export const readInvitation = consoleEndpoint({
  ...shared,
  id: 'readInvitation',
  method: 'POST',
  path: `${base}/invitation/read`,
  summary: 'What an invitation is to',
  access: 'anyone',
  body: Type.Object({ token: Token }),
  answers: {
    200: {
      description: 'The invitation',
      schema: Type.Object({
        site: Type.String(),
        role: RoleName,
        codeEditing: Type.Boolean(),
        email: Type.Union([Type.String(), Type.Null()], {
          description: 'null: the first Admin enters their own.',
        }),
        expiresAt: Time,
      }),
    },
  },
  errors: ['not_found', 'rate_limited'],
});

export const acceptInvitation = consoleEndpoint({
  ...shared,
  id: 'acceptInvitation',
  method: 'POST',
  path: `${base}/invitation/accept`,
  summary: 'Accept an invitation: as a new teammate, or as the one who is signed in',
  access: 'anyone',
  body: Type.Object({
    token: Token,
    teammate: Type.Optional(
      Type.Object({ name: PersonName, email: Type.Optional(Email), password: NewPassword }),
    ),
  }),
  answers: {
    200: {
      description: 'Accepted, and signed in',
      schema: Type.Object({ site: Type.String() }),
    },
  },
  errors: ['not_found', 'conflict', 'rate_limited', 'sign_in_refused'],
});
