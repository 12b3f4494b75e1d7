// Invitations: links that make somebody a teammate of a site, once. No mail server is needed.
import { createHash, randomBytes } from 'node:crypto';
import type { Membership } from '@attune/contract';
import { ApiError } from '../../../../api-error.ts';
import type { Context, Teammate } from '../../../../context.ts';
import type { Db } from '../../../../db/schema.ts';
import { changeSite } from '../../../configuration/sites/index.ts';
import { type Changing, refuseBeyond } from '../memberships.ts';
import { upsertHash } from '../passwords/store.ts';
import { insertTeammate, selectMembers, upsertMembership } from '../store.ts';
import { mailInvitation } from './mail.ts';
import {
  deleteInvitation,
  type InvitationRow,
  insertInvitation,
  lockInvitation,
  selectInvitation,
  updateInvitation,
} from './store.ts';

const tokenBytes = 24;
/** What the audit log calls an invitation that has no address yet. */
const firstAdmin = 'the first Admin';
const goneDetail = 'This invitation was accepted or withdrawn.';
const validMs = 7 * 86_400_000;
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** The path of the page where an invitation is accepted; browsers do not send what follows `#`. */
export const invitationPath = (token: string) => `/console/invitation#token=${token}`;

export interface Invited extends Membership {
  /** null: the first Admin gives their own. */
  readonly email: string | null;
}

/**
 * Invites somebody in an Admin's name. Throws `role_missing` where the Admin gives what they do not
 * have, or `conflict` where there is such a teammate already.
 */
export async function invite(
  ctx: Context,
  { teammate, membership, snapshot }: Changing,
  invited: Membership & { readonly email: string },
): Promise<{ invitation: InvitationRow; token: string }> {
  refuseBeyond(membership, invited);
  return makeInvitation(ctx, snapshot.site.id, invited, teammate.email);
}

/** Makes an invitation, in place of an earlier one to the same address. Throws `conflict`. */
export async function makeInvitation(
  ctx: Context,
  siteId: number,
  { role, codeEditing, email: given }: Invited,
  actor: string,
): Promise<{ invitation: InvitationRow; token: string }> {
  const email = given?.toLowerCase() ?? null;
  const token = randomBytes(tokenBytes).toString('base64url');
  const createdAt = new Date(ctx.now());
  const expiresAt = new Date(ctx.now() + validMs);
  const subject = email ?? firstAdmin;
  const details = { after: { role, codeEditing } };
  const change = { siteId, actor, action: 'teammate.invite', subject, details };
  const invitation = await changeSite(ctx, change, async (tx) => {
    if (email !== null) await refuseTaken(tx, siteId, email);
    const row = { siteId, email, role, codeEditing, createdAt, expiresAt };
    const invitation = await insertInvitation(tx, {
      ...{ ...row, tokenHash: hashOf(token), invitedBy: actor },
    });
    await mailInvitation(ctx, tx, invitation, { path: invitationPath(token), actor });
    return invitation;
  });
  return { invitation, token };
}

/**
 * Changes what an invited person may do once they accept; their link stays the same.
 * Throws `not_found`, or `role_missing` where the Admin gives or takes what they do not have.
 */
export async function changeInvitation(
  ctx: Context,
  by: Changing,
  id: number,
  wanted: Membership,
): Promise<void> {
  const siteId = by.snapshot.site.id;
  const about = ({ email, role, codeEditing }: InvitationRow) => ({
    subject: email ?? firstAdmin,
    details: { before: { role, codeEditing }, after: wanted },
  });
  const change = { ...{ siteId, actor: by.teammate.email, subject: '', about } };
  await changeSite(ctx, { ...change, action: 'teammate.change-invitation' }, async (tx) => {
    const invitation = await lockInvitation(tx, siteId, id);
    if (!invitation) throw new ApiError('not_found', goneDetail);
    refuseBeyond(by.membership, invitation, wanted);
    await updateInvitation(tx, invitation, wanted);
    return invitation;
  });
}

/** Withdraws an invitation. Throws `not_found`. */
export async function withdrawInvitation(ctx: Context, by: Changing, id: number): Promise<void> {
  const siteId = by.snapshot.site.id;
  const about = ({ email }: { email: string | null }) => ({ subject: email ?? firstAdmin });
  const change = {
    siteId,
    actor: by.teammate.email,
    action: 'teammate.withdraw',
    subject: '',
    about,
  };
  await changeSite(ctx, change, async (tx) => {
    const gone = await deleteInvitation(tx, siteId, id);
    if (!gone) throw new ApiError('not_found', goneDetail);
    return gone;
  });
}

/** An invitation that can still be accepted, by its token. Throws `not_found`. */
export async function findInvitation(
  ctx: Context,
  token: string,
): Promise<InvitationRow & { readonly siteName: string }> {
  const invitation = await selectInvitation(ctx.db, hashOf(token));
  const site = invitation && ctx.snapshots.site(invitation.siteId)?.site;
  if (!invitation || !site || invitation.expiresAt.getTime() <= ctx.now()) {
    const detail = 'This link was used, withdrawn or is past its seven days; ask for a new one.';
    throw new ApiError('not_found', detail);
  }
  return { ...invitation, siteName: site.name };
}

export interface NewTeammate {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
}

/**
 * Accepts an invitation, for a teammate who is signed in or a new one: a new one may have the
 * address of others, who came in by other sites. Throws `not_found`, or `conflict` where it is to
 * another address, or a teammate of the site has it.
 */
export async function acceptInvitation(
  ctx: Context,
  token: string,
  who: Teammate | NewTeammate,
): Promise<{ readonly siteName: string; readonly teammateId: string }> {
  const { siteId, siteName, id, email } = await findInvitation(ctx, token);
  if (email !== null && email !== who.email.toLowerCase()) {
    throw new ApiError('conflict', `This invitation is for ${email}; sign in as that teammate.`);
  }
  const change = { siteId, actor: who.email, action: 'teammate.join', subject: who.email };
  const teammateId = 'id' in who ? who.id : randomBytes(12).toString('hex');
  const about = ({ role, codeEditing }: Membership) => ({
    subjectId: teammateId,
    details: { after: { role, codeEditing } },
  });
  await changeSite(ctx, { ...change, about }, async (tx) => {
    // When two people use a link at once, the second one finds it gone.
    const row = await selectInvitation(tx, hashOf(token));
    const isTaken = row && (await deleteInvitation(tx, siteId, id));
    if (!row || !isTaken) throw new ApiError('not_found', 'This link was used already.');
    const at = new Date(ctx.now());
    await refuseTaken(tx, siteId, who.email, teammateId);
    if (!('id' in who)) {
      const { name, passwordHash } = who;
      await insertTeammate(tx, { id: teammateId, name, email: who.email.toLowerCase() }, at);
      await upsertHash(tx, teammateId, passwordHash, at);
    }
    const { role, codeEditing } = row;
    await upsertMembership(tx, siteId, teammateId, { role, codeEditing }, at);
    return row;
  });
  return { siteName, teammateId };
}

/** A site tells its teammates apart by their addresses. */
async function refuseTaken(tx: Db, siteId: number, email: string, by?: string): Promise<void> {
  const members = await selectMembers(tx, siteId);
  const isTaken = members.some((one) => one.id !== by && one.email === email.toLowerCase());
  if (isTaken) throw new ApiError('conflict', `${email} is a teammate of this site already.`);
}
