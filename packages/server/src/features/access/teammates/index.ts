// Front door of teammates: who signs in, what each may do, and how somebody becomes one.

export { inviteFirstAdmin } from './first-admin.ts';
export { invitationPath, makeInvitation } from './invitations/index.ts';
export { mailPasswordResets } from './password-resets/index.ts';
export { findProvider } from './provider/client.ts';
export { expelTeammate, linkTeammate, listMembers, resetTeammate } from './recovery.ts';
export { signInLinkPath } from './sign-in-links.ts';
export { deleteEnded as forgetEndedSessions, hasTeammates } from './store.ts';
export { openTeammates, type Teammates } from './teammates.ts';
