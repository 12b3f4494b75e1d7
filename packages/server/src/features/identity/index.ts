// Front door of identity: who a request and an event belong to.
export {
  checkNamed,
  identityToken,
  isTrustedName,
  loadDirectory,
  mintDeviceId,
  mintPersonId,
  type RequestUser,
  readUser,
} from './identity.ts';
export {
  deletePerson,
  insertIdentifiers,
  isTypeInUse,
  selectIdentifiers,
  selectPerson,
  selectUserIds,
  upsertDevices,
} from './store.ts';
