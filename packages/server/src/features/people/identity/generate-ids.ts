// Generates user ids: a device's at random; a person's from the name that they are first seen by.
import { createHmac } from 'node:crypto';
import { type Identifier, userIdFromBytes } from '@attune/core';
import { randomHex } from '../../../random.ts';

/**
 * The id of a person who is first seen by this name: the same on every node without asking the
 * database, and not to be guessed without the site's salt.
 */
export function generatePersonId(salt: Buffer, { type, value }: Identifier): string {
  return userIdFromBytes(createHmac('sha256', salt).update(`person\n${type}\n${value}`).digest());
}

/** A new device's user id. */
export function generateDeviceId(): string {
  return userIdFromBytes(Buffer.from(randomHex(8), 'hex'));
}
