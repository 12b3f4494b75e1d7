// Front door of identity: the user of a request and of an event.
export { generateDeviceId, generatePersonId } from './generate-ids.ts';
export {
  checkNamed,
  identityToken,
  isTrustedName,
  loadDirectory,
  type RequestUser,
  readUser,
} from './identity.ts';
export { selectLinks, selectPersons } from './links/store.ts';
export {
  deletePerson,
  insertIdentifiers,
  isTypeInUse,
  selectIdentifiers,
  selectPerson,
  selectUserIds,
  upsertDevices,
} from './store.ts';
