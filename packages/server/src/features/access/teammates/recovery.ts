// What the operator does for teammates at a terminal, whatever their Admins can or cannot.
import { randomBytes } from 'node:crypto';
import { ApiError } from '../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { changeSite } from '../../configuration/sites/index.ts';
import { deleteInvitationsBy } from './invitations/store.ts';
import { createPasswords } from './passwords/passwords.ts';
import { selectPasswords, upsertHash } from './passwords/store.ts';
import { makeSignInLink } from './sign-in-links.ts';
import {
  deleteIfOfNoSite,
  deleteMembership,
  deleteSecondFactor,
  deleteSessions,
  type MemberRow,
  selectMembers,
} from './store.ts';

/** A site's teammates, by name. */
export const listMembers = (ctx: Context, siteId: number) => selectMembers(ctx.db, siteId);

const passwordBytes = 15;

/**
 * Gives a teammate of a site a new password, which is returned and stored nowhere; their sessions
 * end. Removes their second factor, too, where that is asked for. Throws `not_found`.
 */
export async function resetTeammate(
  ctx: Context,
  { site }: SiteSnapshot,
  email: string,
  actor: string,
  { secondFactor }: { readonly secondFactor: boolean },
): Promise<{ readonly password: string }> {
  const password = randomBytes(passwordBytes).toString('base64url');
  const [like] = await selectPasswords(ctx.db, email);
  const hash = await createPasswords(ctx.config.passwordCost).hash(password, like?.hash);
  const change = { siteId: site.id, actor, action: 'teammate.reset', subject: email };
  const about = (id: string) => ({ subjectId: id });
  await changeSite(ctx, { ...change, details: { secondFactor }, about }, async (tx) => {
    const { id } = await memberOf(tx, site.id, email);
    await upsertHash(tx, id, hash, new Date(ctx.now()));
    if (secondFactor) await deleteSecondFactor(tx, id);
    await deleteSessions(tx, id);
    return id;
  });
  return { password };
}

/** Makes a link by which a teammate of a site signs in once. Throws `not_found`. */
export async function linkTeammate(
  ctx: Context,
  { site }: SiteSnapshot,
  email: string,
  actor: string,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const change = { siteId: site.id, actor, action: 'teammate.sign-in-link', subject: email };
  const about = ({ id }: { id: string }) => ({ subjectId: id });
  const { link } = await changeSite(ctx, { ...change, about }, async (tx) => {
    const { id } = await memberOf(tx, site.id, email);
    return { id, link: await makeSignInLink({ db: tx, now: ctx.now }, id) };
  });
  return link;
}

/**
 * Removes a teammate from a site, the last Admin as well; the links that they have made are void.
 * Of no other site, they are no teammate any more. Throws `not_found`.
 */
export async function expelTeammate(
  ctx: Context,
  { site }: SiteSnapshot,
  email: string,
  actor: string,
): Promise<void> {
  const change = { siteId: site.id, actor, action: 'teammate.remove', subject: email };
  const about = (id: string) => ({ subjectId: id });
  await changeSite(ctx, { ...change, about }, async (tx) => {
    const { id, email: known } = await memberOf(tx, site.id, email);
    await deleteMembership(tx, site.id, id);
    await deleteIfOfNoSite(tx, id);
    await deleteInvitationsBy(tx, site.id, known);
    return id;
  });
}

async function memberOf(tx: Db, siteId: number, email: string): Promise<MemberRow> {
  const members = await selectMembers(tx, siteId);
  const member = members.find((one) => one.email === email.toLowerCase());
  if (!member) throw new ApiError('not_found', `There is no teammate ${email} on this site.`);
  return member;
}
