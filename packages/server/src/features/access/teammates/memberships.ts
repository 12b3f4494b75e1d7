// Who may change which teammate: not oneself, not beyond one's own rights, not the last Admin.
import type { Membership } from '@attune/contract';
import { ApiError } from '../../../api-error.ts';
import type { Context, SiteSnapshot, Teammate } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { changeSite } from '../../configuration/sites/index.ts';
import { deleteInvitationsBy } from './invitations/store.ts';
import {
  deleteIfOfNoSite,
  deleteMembership,
  deleteSessions,
  hasOtherSites,
  type MemberRow,
  selectMembers,
  upsertMembership,
} from './store.ts';

/** An Admin of a site who changes something of its teammates. */
export interface Changing {
  readonly teammate: Pick<Teammate, 'id' | 'email'>;
  readonly membership: Membership;
  readonly snapshot: SiteSnapshot;
}

/** Throws `role_missing` where an Admin gives, or takes, what they do not have. */
export function refuseBeyond(own: Membership, ...others: readonly Membership[]): void {
  if (own.codeEditing || others.every(({ codeEditing }) => !codeEditing)) return;
  const detail = 'Who may edit code is decided by those who may; you may not.';
  throw new ApiError('role_missing', detail);
}

/**
 * Changes what a teammate may do; the links that they have made are void. Of no other site, their
 * sessions end.
 * Throws `not_found`, `role_missing`, or `conflict` for oneself or the last Admin.
 */
export async function changeTeammate(
  ctx: Context,
  by: Changing,
  id: string,
  wanted: Membership,
): Promise<void> {
  await changeMember(ctx, by, { id, wanted, action: 'teammate.change' }, (tx, siteId) =>
    upsertMembership(tx, siteId, id, wanted, new Date(ctx.now())),
  );
}

/** Takes a teammate from a site: of no other site, they are none any more. Throws as above. */
export async function removeTeammate(ctx: Context, by: Changing, id: string): Promise<void> {
  await changeMember(ctx, by, { id, wanted: undefined, action: 'teammate.remove' }, (tx, siteId) =>
    deleteMembership(tx, siteId, id),
  );
}

interface MemberChange {
  readonly id: string;
  readonly wanted: Membership | undefined;
  readonly action: string;
}

async function changeMember(
  ctx: Context,
  { teammate, membership, snapshot: { site } }: Changing,
  { id, wanted, action }: MemberChange,
  work: (tx: Db, siteId: number) => Promise<void>,
): Promise<void> {
  if (id === teammate.id) {
    throw new ApiError('conflict', 'Another Admin can change you; you cannot yourself.');
  }
  const about = (member: MemberRow) => {
    const before = { role: member.role, codeEditing: member.codeEditing };
    const details = { before, after: wanted ?? null };
    return { subject: member.email, subjectId: id, details };
  };
  const change = { siteId: site.id, actor: teammate.email, action, subject: id, about };
  await changeSite(ctx, change, async (tx) => {
    // The site's row is locked: no other request removes the other Admin meanwhile.
    const members = await selectMembers(tx, site.id);
    const member = members.find((one) => one.id === id);
    if (!member) throw new ApiError('not_found', 'There is no such teammate on this site.');
    refuseBeyond(membership, member, ...(wanted ? [wanted] : []));
    refuseLast(members, member, wanted);
    await work(tx, site.id);
    const isGone = await deleteIfOfNoSite(tx, id);
    // An Admin of one site does not sign somebody out of another.
    if (!isGone && !(await hasOtherSites(tx, site.id, id))) await deleteSessions(tx, id);
    // Or they could come back, or keep their role, by a link that they have given themselves.
    await deleteInvitationsBy(tx, site.id, member.email);
    return member;
  });
}

/** An Admin who can invite must be left and, where there is one, an Admin who can make keys. */
function refuseLast(
  members: readonly MemberRow[],
  member: MemberRow,
  wanted: Membership | undefined,
): void {
  const others = members.filter(({ id }) => id !== member.id);
  const after = wanted ? [...others, wanted] : others;
  const isAdmin = ({ role }: Membership) => role === 'Admin';
  const makesKeys = (one: Membership) => isAdmin(one) && one.codeEditing;
  if (!after.some(isAdmin)) {
    throw new ApiError('conflict', 'This is the last Admin of the site; make another one first.');
  }
  if (members.some(makesKeys) && !after.some(makesKeys)) {
    const detail = 'This is the last Admin who may edit code; make another one first.';
    throw new ApiError('conflict', detail);
  }
}
