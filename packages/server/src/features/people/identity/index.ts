// Front door of identity: the user of a request and of an event.
export { generateDeviceId, generatePersonId, ownIdType, userIdOf } from './generate-ids.ts';
export * from './identity.ts';
export { selectLinks, selectPersons, type UserLinks } from './links/store.ts';
export * from './names.ts';
export {
  deletePerson,
  insertIdentifiers,
  isTypeInUse,
  noteDrawn,
  selectIdentifiers,
  selectNames,
  selectPerson,
  selectUnseenPersons,
  selectUserIds,
  upsertDevices,
} from './store.ts';
