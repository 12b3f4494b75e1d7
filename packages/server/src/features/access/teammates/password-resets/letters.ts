// What the mails about a forgotten password say.
import type { Context } from '../../../../context.ts';

/** The path of the page that sets a password; browsers do not send what follows `#`. */
const resetPath = (token: string) => `/console/sign-in/reset#token=${token}`;

const asked = 'You get this mail because your address was entered on the sign-in page of Attune.';

type Addresses = Pick<Context, 'config'>;

/** Brings the link. `sites`: by name, those of the account. */
export const resetLetter = (
  { config }: Addresses,
  { token, sites }: { readonly token: string; readonly sites: readonly string[] },
) => ({
  subject: 'Reset your Attune password',
  paragraphs: [
    `A new password was requested for your account (${sites.join(', ')}).`,
    'The link works once, within an hour. Did you not request it? Ignore this mail: your password stays as it is.',
  ],
  link: { label: 'Choose a new password', url: `${config.publicUrl}${resetPath(token)}` },
  reason: asked,
});

/** To a teammate who signs in at the identity provider alone. */
export const noPasswordLetter = ({ config }: Addresses) => {
  const provider = config.provider?.name ?? 'your identity provider';
  return {
    subject: `Sign in to Attune with ${provider}`,
    paragraphs: [
      `A new password was requested for your account. It has none: you sign in with ${provider}.`,
    ],
    link: { label: 'Open the sign-in page', url: `${config.publicUrl}/console/sign-in` },
    reason: asked,
  };
};

/** After the reset. */
export const changedLetter = ({ config }: Addresses) => ({
  subject: 'Your Attune password was changed',
  paragraphs: [
    'The password of your account was changed with a link that we mailed to you. You are signed out everywhere.',
    'Was it not you? Request a new password at once, and tell an Admin of your site.',
  ],
  link: { label: 'Open the sign-in page', url: `${config.publicUrl}/console/sign-in` },
  reason: 'You get this mail because the password of your account was changed.',
});
