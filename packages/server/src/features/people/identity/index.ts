// Front door of identity: who a request and an event belong to.
export {
  checkNamed,
  identityToken,
  isTrustedName,
  loadDirectory,
  type RequestUser,
  readUser,
} from './identity.ts';
export { selectLinks, selectPersons } from './links/store.ts';
export { mintDeviceId, mintPersonId } from './generate-ids.ts';
export {
  deletePerson,
  insertIdentifiers,
  isTypeInUse,
  selectIdentifiers,
  selectPerson,
  selectUserIds,
  upsertDevices,
} from './store.ts';
