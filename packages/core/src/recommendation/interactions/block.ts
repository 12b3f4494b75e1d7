// What happened between users and items on one day, in columns: what every method is built from.

import { decodeParts, encodeParts, uint32Of } from '../columns/parts.ts';
import { openSkus, type SkuList } from '../columns/sku-list.ts';
import type { Interaction } from '../definition.ts';

/** The kinds of interactions, by the numbers that blocks have for them. */
export const interactionKinds = ['view', 'add-to-cart', 'purchase'] as const;

/** The group of a row that belongs to none; it was together with nothing. */
export const noGroup = 0xffff_ffff;

/**
 * One UTC day of a site. A row is an event and an item of it: a view, an item put into a cart, a
 * line of a purchase (its quantity does not count). Rows are in order of time, and groups are
 * numbered from 0 as they begin; no method depends on either, only the evaluation's last basket.
 *
 * A group is what items are together in: of a view or a cart the user's session, of a purchase its
 * transaction. A session that lasts past midnight UTC is two groups, so that days can be summed.
 */
export interface InteractionBlock {
  /** Days since the epoch. */
  readonly day: number;
  /** Each user (a person, or a device of no known person) once, ascending. */
  readonly users: BigInt64Array;
  readonly skus: SkuList;
  readonly groupCount: number;
  /** Of each row: its place in `users`, its place in `skus`, its group or `noGroup`, its kind. */
  readonly user: Uint32Array;
  readonly sku: Uint32Array;
  readonly group: Uint32Array;
  readonly kind: Uint8Array;
}

/** One row before it is in a block. `group` is unique within user and day; '' for none. */
export interface InteractionRow {
  readonly user: bigint;
  readonly sku: string;
  readonly group: string;
  readonly kind: Interaction;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

const magic = 'ATIB';

/** A block as bytes: 13 for each row, and each user and sku of the day once. */
export function encodeBlock(block: InteractionBlock): Uint8Array {
  const { day, users, skus, groupCount, user, sku, group, kind } = block;
  const columns = [users, skus.offsets, skus.bytes, user, sku, group, kind];
  return encodeParts(magic, [day, groupCount], columns);
}

/** The block that `encodeBlock` was given, as views of the bytes; throws on anything else. */
export function decodeBlock(bytes: Uint8Array): InteractionBlock {
  const { scalars, parts } = decodeParts(magic, bytes);
  const [users, offsets, text, user, sku, group, kind] = parts;
  return {
    day: scalars[0]!,
    groupCount: scalars[1]!,
    users: new BigInt64Array(users!.buffer, users!.byteOffset, users!.byteLength / 8),
    skus: openSkus(text!, uint32Of(offsets)),
    user: uint32Of(user),
    sku: uint32Of(sku),
    group: uint32Of(group),
    kind: kind!,
  };
}
