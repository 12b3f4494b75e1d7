// Rows of invitations: found by the hash of the token that their link holds.
import type { Membership, Role } from '@attune/contract';
import type { Db } from '../../../../db/schema.ts';

export interface InvitationRow extends Membership {
  readonly siteId: number;
  readonly id: number;
  /** null: the first Admin gives their own. */
  readonly email: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

interface InvitationColumns {
  readonly site_id: number;
  readonly id: number;
  readonly email: string | null;
  readonly role: Role;
  readonly code_editing: boolean;
  readonly created_at: Date;
  readonly expires_at: Date;
}

const invitationColumns = [
  ...(['site_id', 'id', 'email', 'role', 'code_editing', 'created_at', 'expires_at'] as const),
];

const invitationOf = (row: InvitationColumns): InvitationRow => ({
  siteId: row.site_id,
  id: row.id,
  email: row.email,
  role: row.role,
  codeEditing: row.code_editing,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

/** A site's invitations of somebody, the latest first. */
export async function selectInvitations(db: Db, siteId: number): Promise<InvitationRow[]> {
  const rows = await db
    .selectFrom('invitation')
    .select(invitationColumns)
    .where('site_id', '=', siteId)
    .where('email', 'is not', null)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(invitationOf);
}

/** Inserts an invitation, in place of an earlier one to the same address. */
export async function insertInvitation(
  db: Db,
  invitation: Omit<InvitationRow, 'id'> & { tokenHash: Buffer; invitedBy: string },
): Promise<InvitationRow> {
  await db
    .deleteFrom('invitation')
    .where('site_id', '=', invitation.siteId)
    .where('email', invitation.email === null ? 'is' : '=', invitation.email)
    .execute();
  const row = await db
    .insertInto('invitation')
    .values({
      site_id: invitation.siteId,
      email: invitation.email,
      role: invitation.role,
      code_editing: invitation.codeEditing,
      token_hash: invitation.tokenHash,
      invited_by: invitation.invitedBy,
      created_at: invitation.createdAt,
      expires_at: invitation.expiresAt,
    })
    .returning(invitationColumns)
    .executeTakeFirstOrThrow();
  return invitationOf(row);
}

/** An invitation by the hash of its token. */
export async function selectInvitation(
  db: Db,
  tokenHash: Buffer,
): Promise<InvitationRow | undefined> {
  const row = await db
    .selectFrom('invitation')
    .select(invitationColumns)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row && invitationOf(row);
}

/** Locks a pending invitation, until the transaction ends. */
export async function lockInvitation(
  db: Db,
  siteId: number,
  id: number,
): Promise<InvitationRow | undefined> {
  const row = await db
    .selectFrom('invitation')
    .select(invitationColumns)
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && invitationOf(row);
}

/** Sets what an invitation makes of the person who accepts it. */
export async function updateInvitation(
  db: Db,
  { siteId, id }: Pick<InvitationRow, 'siteId' | 'id'>,
  { role, codeEditing }: Membership,
): Promise<void> {
  await db
    .updateTable('invitation')
    .set({ role, code_editing: codeEditing })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute();
}

/** Removes an invitation; its address, or undefined when there is none of that id. */
export async function deleteInvitation(
  db: Db,
  siteId: number,
  id: number,
): Promise<{ email: string | null } | undefined> {
  return db
    .deleteFrom('invitation')
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirst();
}

/** Removes the invitations that a teammate has made, by the teammate's address. */
export async function deleteInvitationsBy(db: Db, siteId: number, email: string): Promise<void> {
  await db
    .deleteFrom('invitation')
    .where('site_id', '=', siteId)
    .where('invited_by', '=', email)
    .execute();
}
