// Links by which the operator lets a teammate in once, whatever the provider or their password is.
import { createHash, randomBytes } from 'node:crypto';
import { ApiError } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import { insertVerification, takeVerification } from './store.ts';

const tokenBytes = 24;
const validMs = 15 * 60_000;
/** Apart from the challenges of second factors, which a browser knows. */
const hashOf = (token: string) =>
  createHash('sha256').update(`sign-in link ${token}`).digest('base64url');

/** The path of the page that signs in; browsers do not send what follows `#`. */
export const signInLinkPath = (token: string) => `/console/sign-in#token=${token}`;

/** Makes a link for a teammate. It is good once, for 15 minutes, and ends with their sessions. */
export async function makeSignInLink(
  { db, now }: Pick<Context, 'db' | 'now'>,
  teammateId: string,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const token = randomBytes(tokenBytes).toString('base64url');
  const expiresAt = new Date(now() + validMs);
  const row = { identifier: hashOf(token), value: teammateId, expiresAt };
  await insertVerification(db, row, new Date(now()));
  return { token, expiresAt };
}

/** The teammate of a link, which is used by that. Throws `not_found`. */
export async function takeSignInLink(
  { db, now }: Pick<Context, 'db' | 'now'>,
  token: string,
): Promise<string> {
  const teammateId = await takeVerification(db, hashOf(token), new Date(now()));
  if (teammateId) return teammateId;
  throw new ApiError('not_found', 'This link was used, or is past its 15 minutes.');
}
