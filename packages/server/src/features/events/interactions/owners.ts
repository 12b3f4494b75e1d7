// Whose a device is: its users' blocks count as the person's, however late they were identified.
import type { InteractionBlock } from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import { selectAllOwners } from './store.ts';

/** Devices in ascending order, and the owner of each. */
export interface Owners {
  readonly devices: BigInt64Array;
  readonly owners: BigInt64Array;
}

/** Reads the owner of each device of a site: 16 bytes each. */
export async function readOwners(db: Db, siteId: number): Promise<Owners> {
  let devices = new BigInt64Array(1_024);
  let owners = new BigInt64Array(1_024);
  let length = 0;
  await db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      for await (const some of selectAllOwners(tx, siteId)) {
        if (length + some.length > devices.length) {
          devices = grown(devices, length + some.length);
          owners = grown(owners, length + some.length);
        }
        for (const { userId, ownerId } of some) {
          devices[length] = BigInt(userId);
          owners[length] = BigInt(ownerId);
          length += 1;
        }
      }
    });
  return { devices: devices.subarray(0, length), owners: owners.subarray(0, length) };
}

function grown(old: BigInt64Array<ArrayBuffer>, least: number): BigInt64Array<ArrayBuffer> {
  const larger = new BigInt64Array(Math.max(least, 2 * old.length));
  larger.set(old);
  return larger;
}

/** A block whose users are persons where they are known, and devices where not. */
export function withOwners(block: InteractionBlock, known: Owners): InteractionBlock {
  const owned = block.users.map((user) => ownerOf(user, known));
  if (owned.every((user, place) => user === block.users[place])) return block;
  const users = new BigInt64Array(new Set(owned.toSorted()));
  const places = new Map(Array.from(users, (user, place) => [user, place]));
  const placeOf = Uint32Array.from(owned, (user) => places.get(user)!);
  return { ...block, users, user: block.user.map((place) => placeOf[place]!) };
}

function ownerOf(user: bigint, { devices, owners }: Owners): bigint {
  let low = 0;
  let high = devices.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = devices[middle]!;
    if (found === user) return owners[middle]!;
    if (found < user) low = middle + 1;
    else high = middle - 1;
  }
  return user;
}
