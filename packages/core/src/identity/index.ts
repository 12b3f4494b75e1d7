// Knows what of identity the rest of the project may use.

export { type FileFault, type PeopleFile, readPeopleFile } from './people-file.ts';
export {
  type Device,
  type Directory,
  type IdentityObservation,
  identifierKey,
  type Resolution,
  resolveIdentity,
} from './resolve.ts';
export { partitionCount, partitionOf, readUserId, userIdFromBytes } from './user-id.ts';
