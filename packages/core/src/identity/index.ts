// Knows what of identity the rest of the project may use.

export { type Directory, identifierKey, resolveSighting, type Device } from './resolve.ts';
export { partitionCount, partitionOf, readUserId, userIdFromBytes } from './user-id.ts';
