// The mail that brings an invitation.
import type { Context } from '../../../../context.ts';
import type { Db } from '../../../../db/schema.ts';
import { sendMail, sendsMails } from '../../../configuration/notifications/index.ts';
import type { InvitationRow } from './store.ts';

/** Mails the link, where there is a mail server and the address is known. */
export async function mailInvitation(
  ctx: Context,
  tx: Db,
  { siteId, email, role, expiresAt }: InvitationRow,
  { path, actor }: { readonly path: string; readonly actor: string },
): Promise<void> {
  if (email === null || !sendsMails(ctx)) return;
  const { name = '' } = ctx.snapshots.site(siteId)?.site ?? {};
  const letter = {
    subject: `You are invited to ${name} on Attune`,
    paragraphs: [
      `${actor} invites you to the site ${name} as ${role}.`,
      'The link works once, within seven days.',
    ],
    link: { label: 'Accept the invitation', url: `${ctx.config.publicUrl}${path}` },
    reason: `You get this mail because ${actor} entered your address in Attune.`,
  };
  const mail = { siteId, to: email, kind: 'invitation', letter, goodUntil: expiresAt };
  await sendMail(ctx, tx, mail);
}
