// A forgotten password: a link is mailed to the address, and sets a new one.
import Type from 'typebox';
import { Email, NewPassword, Token, tag } from './common.ts';
import { consoleEndpoint } from './endpoint.ts';

const shared = { tag, method: 'POST', access: 'anyone' } as const;
const base = '/console/api/password-reset';

export const requestPasswordReset = consoleEndpoint({
  ...shared,
  id: 'requestPasswordReset',
  path: base,
  summary: 'Ask for a mail with a link that sets a new password',
  body: Type.Object({ email: Email }),
  answers: {
    202: { description: 'The same, in the same time, whether or not the address is known' },
  },
  errors: ['conflict', 'sign_in_refused', 'rate_limited'],
});

export const resetPassword = consoleEndpoint({
  ...shared,
  id: 'resetPassword',
  path: `${base}/finish`,
  summary: 'Set a new password by the link of a mail, once; every session ends',
  body: Type.Object({ token: Token, password: NewPassword }),
  answers: { 204: { description: 'Done; it signs no one in' } },
  errors: ['not_found', 'sign_in_refused', 'rate_limited'],
});
