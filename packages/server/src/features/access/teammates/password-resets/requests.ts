// Requests for a new password. A request is kept as it is, whichever the address; a worker finds
// the teammates and mails them, so that neither the answer nor its time tells who is known.
import { randomBytes } from 'node:crypto';
import { ApiError } from '../../../../api-error.ts';
import type { Context } from '../../../../context.ts';
import { sendMail, sendsMails } from '../../../configuration/notifications/index.ts';
import { selectMemberships } from '../store.ts';
import { noPasswordLetter, resetLetter } from './letters.ts';
import { hashOf, validMs } from './reset.ts';
import {
  type Addressee,
  insertRequest,
  selectAddressees,
  takeRequest,
  upsertLink,
} from './store.ts';

const tokenBytes = 24;

/** Keeps a request for a mail to an address in lower case. Throws `conflict` without a server. */
export async function requestReset(ctx: Context, email: string): Promise<void> {
  if (!sendsMails(ctx)) {
    const detail =
      'This server sends no mails. Its operator can make a link: attune teammate sign-in-link.';
    throw new ApiError('conflict', detail);
  }
  const at = new Date(ctx.now());
  await insertRequest(ctx.db, email, { at, expiresAt: new Date(at.getTime() + validMs) });
}

/** Mails a link to every teammate of each address that was requested for. */
export async function mailPasswordResets(ctx: Context): Promise<void> {
  if (!sendsMails(ctx)) return;
  while (await mailNext(ctx));
}

const mailNext = (ctx: Context): Promise<boolean> =>
  ctx.db.transaction().execute(async (tx) => {
    const email = await takeRequest(tx);
    if (email === undefined) return false;
    const addressees = ctx.config.acceptsPasswords ? await selectAddressees(tx, email) : [];
    for (const one of addressees) await mailTo({ ...ctx, db: tx }, email, one);
    return true;
  });

async function mailTo(ctx: Context, to: string, { id, hasPassword }: Addressee): Promise<void> {
  const memberships = await selectMemberships(ctx.db, id);
  const sites = memberships.flatMap(({ siteId }) => ctx.snapshots.site(siteId)?.site ?? []);
  const [first] = sites;
  if (!first) return;
  const at = new Date(ctx.now());
  const goodUntil = new Date(at.getTime() + validMs);
  const mail = { siteId: first.id, to, kind: 'password-reset', goodUntil };
  if (!hasPassword) return sendMail(ctx, ctx.db, { ...mail, letter: noPasswordLetter(ctx) });
  const token = randomBytes(tokenBytes).toString('base64url');
  await upsertLink(ctx.db, id, { hash: hashOf(token), at, expiresAt: goodUntil });
  const letter = resetLetter(ctx, { token, sites: sites.map(({ name }) => name) });
  await sendMail(ctx, ctx.db, { ...mail, letter });
}
