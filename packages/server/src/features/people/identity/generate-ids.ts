// Generates user ids: a device's at random; a person's from the name that they are first seen by.
import { createHmac } from 'node:crypto';
import { type Identifier, identifierForm, readUserId, userIdFromBytes } from '@attune/core';
import { randomHex } from '../../../random.ts';

/**
 * The id of a person who is first seen by this name: the same on every node without asking the
 * database, and not to be guessed without the site's salt.
 */
export function generatePersonId(salt: Buffer, { type, value }: Identifier): string {
  return userIdFromBytes(createHmac('sha256', salt).update(`person\n${type}\n${value}`).digest());
}

/** The user id of a device that a site has a name of its own for; not to be guessed, as above. */
function deviceIdOf(salt: Buffer, name: string): string {
  return userIdFromBytes(createHmac('sha256', salt).update(`device\n${name}`).digest());
}

/** The id that an account counts by: the same on every node, and no user's. */
export function accountIdOf(salt: Buffer, { type, value }: Identifier): string {
  return userIdFromBytes(createHmac('sha256', salt).update(`account\n${type}\n${value}`).digest());
}

/** The type by which a user id stands among the names of people: a device's, or a person's own. */
export const ownIdType = 'id';

/** The user id that any text of a request stands for: an id of ours, or a name of the caller's. */
export function userIdOf(salt: Buffer, text: string): string {
  const name = identifierForm(text);
  return readUserId(name) ?? deviceIdOf(salt, name);
}

/** A new device's user id. */
export function generateDeviceId(): string {
  return userIdFromBytes(Buffer.from(randomHex(8), 'hex'));
}
