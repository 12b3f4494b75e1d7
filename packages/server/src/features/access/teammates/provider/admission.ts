// Who comes in with an identity of the provider: which teammate it is, and what groups give them.
import { randomBytes } from 'node:crypto';
import { ApiError } from '../../../../api-error.ts';
import type { Context } from '../../../../context.ts';
import type { ProviderConfig } from '../../../../provider-config.ts';
import { changeSite, changeTogether } from '../../../configuration/sites/index.ts';
import { selectPasswords } from '../passwords/store.ts';
import {
  deleteIfOfNoSite,
  deleteMembership,
  deleteSecondFactor,
  deleteSessions,
  insertTeammate,
  upsertMembership,
} from '../store.ts';
import type { Identity } from './claims.ts';
import { type MappedMembership, type MembershipChange, membershipChanges } from './mapping.ts';
import * as store from './store.ts';

/** The teammate, or why there is none. */
export type Admission =
  | { readonly teammateId: string; readonly replacedPassword: boolean }
  | { readonly refused: string };

/** In the audit log, of what groups give and take. */
const actor = 'identity provider';

/** What is known of an identity before anything is changed. */
interface Gathered {
  /** Linked to the identity already. */
  readonly linked: string | undefined;
  /** Of the identity's address, and not linked at this provider; the oldest first. */
  readonly linkable: readonly string[];
  readonly held: readonly MappedMembership[];
  readonly isInvited: boolean;
  readonly hasPassword: boolean;
}

/**
 * Finds the teammate of an identity, by issuer and subject, else by its verified address; makes one
 * where groups or an invitation let them in. Memberships are what groups give from then on. Throws
 * `conflict` where a site has another teammate of the address.
 */
export async function admit(
  ctx: Context,
  config: ProviderConfig,
  identity: Identity,
): Promise<Admission> {
  const refused = refusalOf(config, identity);
  if (refused) return { refused };
  return changeTogether(ctx, { isTrial: false }, async (within) => {
    await store.lockIdentity(within.db, identity);
    const known = await gather(within, identity);
    const sites = within.snapshots.all().map(({ site }) => site);
    const changes = membershipChanges(config.roles, identity.groups, sites, known.held);
    return record(within, identity, known, changes);
  });
}

/** Why no identity of this kind may come in. */
function refusalOf({ emailDomains, name }: ProviderConfig, { email, subject }: Identity) {
  if (subject === '') return `${name} does not say who you are.`;
  const domain = email?.slice(email.lastIndexOf('@') + 1);
  if (emailDomains.length === 0 || (domain && emailDomains.includes(domain))) return undefined;
  return email
    ? `Addresses of ${domain} may not sign in here.`
    : `${name} vouches for no address of yours, and only some domains may sign in here.`;
}

async function gather({ db, now }: Context, identity: Identity): Promise<Gathered> {
  const { email, issuer } = identity;
  const linked = await store.selectLinked(db, identity);
  const ofAddress = linked || !email ? [] : await store.selectByAddress(db, email, issuer);
  const linkable = ofAddress.filter(({ isLinked }) => !isLinked).map(({ id }) => id);
  const ids = linked ? [linked] : linkable;
  return {
    ...{ linked, linkable, held: await store.selectMapped(db, ids) },
    isInvited: email !== undefined && (await store.isInvited(db, email, new Date(now()))),
    hasPassword: linkable.length > 0 && (await selectPasswords(db, email!)).length > 0,
  };
}

async function record(
  ctx: Context,
  identity: Identity,
  known: Gathered,
  changes: readonly MembershipChange[],
): Promise<Admission> {
  const { email } = identity;
  const { linked, linkable, held, isInvited, hasPassword } = known;
  const isLetIn = isInvited || changes.some(({ after }) => after !== undefined);
  if (!linked && linkable.length === 0 && (!email || !isLetIn)) return { refused: noAccess(email) };
  const at = new Date(ctx.now());
  const id = linked ?? linkable[0] ?? randomBytes(12).toString('hex');
  if (!linked) await link(ctx, id, identity, known);
  if (email) {
    await refuseSecond(ctx, id, email, [...held, ...changes]);
    await store.updateTeammate(ctx.db, id, { name: identity.name || email, email }, at);
  }
  const subject = email ?? identity.name;
  for (const change of changes) await changeMembership(ctx, id, subject, change);
  const isGone = !isInvited && (await deleteIfOfNoSite(ctx.db, id));
  if (isGone) return { refused: noAccess(email) };
  return { teammateId: id, replacedPassword: !linked && hasPassword };
}

/**
 * Ties an identity to a teammate. The provider proves the address, which nobody did before: each
 * site that gave something to it meant its owner, and anybody else who took it is out.
 */
async function link(
  ctx: Context,
  id: string,
  identity: Identity,
  { linkable, held }: Gathered,
): Promise<void> {
  const { db } = ctx;
  const { name, email = '' } = identity;
  const at = new Date(ctx.now());
  if (linkable.length === 0) await insertTeammate(db, { id, name: name || email, email }, at);
  await store.uniteTeammates(db, id, linkable.slice(1));
  await store.deleteWaysIn(db, id);
  await deleteSecondFactor(db, id);
  await deleteSessions(db, id);
  await store.insertLink(db, id, identity, at);
  for (const { siteId } of held) {
    const change = { siteId, actor, action: 'teammate.link', subject: email, subjectId: id };
    await changeSite(ctx, change, async () => undefined);
  }
}

/** A site tells its teammates apart by their addresses. */
async function refuseSecond(
  { db }: Context,
  id: string,
  email: string,
  at: readonly { readonly siteId: number }[],
): Promise<void> {
  const sites = await store.selectSitesOfOthers(db, id, email);
  if (!at.some(({ siteId }) => sites.includes(siteId))) return;
  const detail = `Another teammate of your site has the address ${email}; an Admin must remove them.`;
  throw new ApiError('conflict', detail);
}

async function changeMembership(
  ctx: Context,
  id: string,
  subject: string,
  { siteId, before, after }: MembershipChange,
): Promise<void> {
  const kind = after ? (before ? 'change' : 'join') : 'remove';
  const details = { before: before && shownOf(before), after: after ?? null };
  const change = { siteId, actor, action: `teammate.${kind}`, subject, subjectId: id, details };
  await changeSite(ctx, change, async (tx) => {
    const at = new Date(ctx.now());
    if (after) await upsertMembership(tx, siteId, id, { ...after, fromGroups: true }, at);
    else await deleteMembership(tx, siteId, id);
  });
}

const shownOf = ({ role, codeEditing }: NonNullable<MembershipChange['before']>) => ({
  role,
  codeEditing,
});

const noAccess = (email: string | undefined) =>
  email
    ? `You have no access here: none of your groups grants it, and there is no invitation for ${email}.`
    : 'You have no access here: the provider confirms no e-mail address of yours.';
