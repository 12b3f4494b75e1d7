// Ways to sign in beside a password: at an identity provider, and by a link of the operator's.
import Type from 'typebox';
import { Token, tag } from './common.ts';
import { consoleEndpoint } from './endpoint.ts';

const shared = { tag } as const;
const base = '/console/api';

const Address = Type.String({ description: 'Where the browser is to go.' });

export const readSignIn = consoleEndpoint({
  ...shared,
  id: 'readSignIn',
  method: 'GET',
  path: `${base}/sign-in`,
  summary: 'How teammates sign in here',
  access: 'anyone',
  answers: {
    200: {
      description: 'The ways',
      schema: Type.Object({
        passwords: Type.Boolean({ description: 'Are passwords accepted?' }),
        passwordReset: Type.Boolean({
          description: 'Is a link that sets a new password mailed on request?',
        }),
        provider: Type.Union([Type.Object({ name: Type.String() }), Type.Null()]),
      }),
    },
  },
});

export const beginProviderSignIn = consoleEndpoint({
  ...shared,
  id: 'beginProviderSignIn',
  method: 'POST',
  path: `${base}/sign-in/provider`,
  summary: 'Begin to sign in at the identity provider',
  access: 'anyone',
  answers: {
    200: {
      description: "The provider's address, which leads back to the console",
      schema: Type.Object({ address: Address }),
    },
  },
  errors: ['not_found', 'provider_unavailable', 'rate_limited', 'sign_in_refused'],
});

export const finishProviderSignIn = consoleEndpoint({
  ...shared,
  id: 'finishProviderSignIn',
  method: 'POST',
  path: `${base}/sign-in/provider/finish`,
  summary: 'Finish signing in with what the provider sent the browser back with',
  access: 'anyone',
  body: Type.Object({
    query: Type.String({ maxLength: 8_192, description: 'The query of the address, without `?`.' }),
  }),
  answers: {
    200: {
      description: 'Signed in',
      schema: Type.Object({
        replacedPassword: Type.Boolean({
          description: 'The account was one with a password, which no longer opens it.',
        }),
      }),
    },
  },
  errors: ['not_found', 'conflict', 'provider_unavailable', 'rate_limited', 'sign_in_refused'],
});

export const signInByLink = consoleEndpoint({
  ...shared,
  id: 'signInByLink',
  method: 'POST',
  path: `${base}/sign-in/link`,
  summary: 'Sign in by a link of the operator, once',
  access: 'anyone',
  body: Type.Object({ token: Token }),
  answers: {
    200: {
      description: 'Signed in, or a second factor is required',
      schema: Type.Object({ needsSecondFactor: Type.Boolean() }),
    },
  },
  errors: ['not_found', 'rate_limited', 'sign_in_refused'],
});

export const signOut = consoleEndpoint({
  ...shared,
  id: 'signOut',
  method: 'POST',
  path: `${base}/sign-out`,
  summary: 'Sign out here',
  access: 'teammate',
  answers: {
    200: {
      description: 'Signed out here; the address signs out at the provider as well',
      schema: Type.Object({ address: Address }),
    },
    204: { description: 'Signed out' },
  },
});
