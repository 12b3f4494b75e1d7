// A new password by the link of a mail: once, within the hour; every session of the teammate ends.
import { createHash } from 'node:crypto';
import { ApiError } from '../../../../api-error.ts';
import type { Context } from '../../../../context.ts';
import { sendMail, sendsMails } from '../../../configuration/notifications/index.ts';
import { changeSite, changeTogether } from '../../../configuration/sites/index.ts';
import { createPasswords } from '../passwords/passwords.ts';
import { upsertHash } from '../passwords/store.ts';
import { deleteSessions, selectMemberships, takeVerification } from '../store.ts';
import { changedLetter } from './letters.ts';
import { type LinkRow, selectLink } from './store.ts';

/** How long a link, or a request for one, is good for. */
export const validMs = 3_600_000;
/** So long the mail that tells of the change is tried. */
const toldMs = 3 * 86_400_000;

/** Apart from other links, and from the challenges of second factors. */
export const hashOf = (token: string) =>
  createHash('sha256').update(`password reset ${token}`).digest('base64url');

const gone = () =>
  new ApiError('not_found', 'This link was used, replaced or is past its hour; request a new one.');

/** Whose link it is. Throws `not_found`. */
export async function findLink({ db, now }: Context, token: string): Promise<LinkRow> {
  const link = await selectLink(db, hashOf(token), new Date(now()));
  if (!link) throw gone();
  return link;
}

/**
 * Sets the password, which uses the link. Nobody is signed in by it, and a second factor stays.
 * Throws `not_found`. To be called from the queue, since it hashes.
 */
export async function reset(
  ctx: Context,
  token: string,
  { teammateId, email, passwordHash }: LinkRow,
  password: string,
): Promise<void> {
  const hash = await createPasswords(ctx.config.passwordCost).hash(password, passwordHash);
  await changeTogether(ctx, { isTrial: false }, async (within) => {
    const { db } = within;
    const at = new Date(ctx.now());
    const taken = await takeVerification(db, hashOf(token), at);
    if (taken !== teammateId) throw gone();
    await upsertHash(db, teammateId, hash, at);
    await deleteSessions(db, teammateId);
    const sites = (await selectMemberships(db, teammateId)).map(({ siteId }) => siteId);
    const change = { actor: email, action: 'teammate.reset-by-mail', subject: email };
    for (const siteId of sites) {
      const audited = { ...change, siteId, subjectId: teammateId };
      await changeSite(within, audited, async () => undefined);
    }
    await tell(within, sites[0], email);
  });
}

async function tell(ctx: Context, siteId: number | undefined, to: string): Promise<void> {
  if (siteId === undefined || !sendsMails(ctx)) return;
  const goodUntil = new Date(ctx.now() + toldMs);
  const letter = changedLetter(ctx);
  await sendMail(ctx, ctx.db, { siteId, to, kind: 'password-changed', letter, goodUntil });
}
