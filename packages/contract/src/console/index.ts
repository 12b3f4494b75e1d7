// Every endpoint of the console, by its name in code.
import { decideApproval, publishWithoutApproval } from './approvals.ts';
import { copyExperiences } from './copies.ts';
import type { ConsoleEndpoint } from './endpoint.ts';
import * as keys from './keys.ts';
import * as mail from './mail.ts';
import { mirroredApi } from './mirrored.ts';
import * as observe from './observe.ts';
import { readOverview } from './overview.ts';
import { requestPasswordReset, resetPassword } from './password-reset.ts';
import * as people from './people.ts';
import { readPlacement } from './placement.ts';
import * as provider from './provider.ts';
import { searchSite } from './search.ts';
import * as session from './session.ts';
import * as site from './site.ts';
import * as status from './status.ts';
import * as teammates from './teammates.ts';

/** Every endpoint of the console by its name in code. */
export const consoleApi = {
  signIn: session.signIn,
  proveSecondFactor: session.proveSecondFactor,
  readSignIn: provider.readSignIn,
  beginProviderSignIn: provider.beginProviderSignIn,
  finishProviderSignIn: provider.finishProviderSignIn,
  signInByLink: provider.signInByLink,
  requestPasswordReset,
  resetPassword,
  signOut: provider.signOut,
  readSession: session.readSession,
  listSessions: session.listSessions,
  signOutEverywhere: session.signOutEverywhere,
  changePassword: session.changePassword,
  beginSecondFactor: session.beginSecondFactor,
  confirmSecondFactor: session.confirmSecondFactor,
  removeSecondFactor: session.removeSecondFactor,
  readInvitation: session.readInvitation,
  acceptInvitation: session.acceptInvitation,
  listKeys: keys.listKeys,
  createKey: keys.createKey,
  readKey: keys.readKey,
  changeKey: keys.changeKey,
  copyKey: keys.copyKey,
  rotateKey: keys.rotateKey,
  deleteKey: keys.deleteKey,
  readDeletion: keys.readDeletion,
  listTeammates: teammates.listTeammates,
  changeTeammate: teammates.changeTeammate,
  removeTeammate: teammates.removeTeammate,
  invite: teammates.invite,
  changeInvitation: teammates.changeInvitation,
  withdrawInvitation: teammates.withdrawInvitation,
  readSettings: site.readSettings,
  changeSettings: site.changeSettings,
  readSigningKeys: site.readSigningKeys,
  rotateSigningKey: site.rotateSigningKey,
  readRetention: site.readRetention,
  readOverview,
  readPlacement,
  searchSite,
  listAudit: observe.listAudit,
  readUser: observe.readUser,
  readUserAffinity: observe.readUserAffinity,
  readUserAffinitySources: observe.readUserAffinitySources,
  editUserAffinity: observe.editUserAffinity,
  exportUser: observe.exportUser,
  eraseUser: observe.eraseUser,
  eraseUsers: people.eraseUsers,
  readUserErasures: people.readUserErasures,
  exportUsers: people.exportUsers,
  readLive: observe.readLive,
  readStatus: status.readStatus,
  readMail: mail.readMail,
  testMail: mail.testMail,
  copyExperiences,
  decideApproval,
  publishWithoutApproval,
  ...mirroredApi,
} as const;

export const consoleEndpoints: readonly ConsoleEndpoint[] = Object.values(consoleApi);
