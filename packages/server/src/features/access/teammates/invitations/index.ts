// Front door of invitations.
export {
  acceptInvitation,
  changeInvitation,
  findInvitation,
  invitationPath,
  invite,
  makeInvitation,
  withdrawInvitation,
} from './invitations.ts';
export { type InvitationRow, selectInvitations } from './store.ts';
