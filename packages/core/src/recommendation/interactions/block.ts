// What happened between users and items on one day, in columns: what every method is built from.

import { decodeParts, encodeParts, uint32Of } from '../columns/parts.ts';
import { openSkus, packSkus, type SkuList, sortSkus } from '../columns/sku-list.ts';
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
  /** Each user (a person, or a device that is nobody's) once, ascending. */
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

/** Rows of one day, in any order, as a block. Purchases and sessions of one name are two groups. */
export function makeBlock(day: number, rows: readonly InteractionRow[]): InteractionBlock {
  const inOrder = rows.toSorted((a, b) => a.time - b.time);
  const userPlaces = placesOf(BigInt64Array.from(new Set(rows.map(({ user }) => user))).sort());
  const skus = sortSkus(new Set(rows.map(({ sku }) => sku)));
  const skuPlaces = placesOf(skus);
  const groups = new Map<string, number>();
  const groupOf = ({ user, group, kind }: InteractionRow): number => {
    if (group === '') return noGroup;
    const name = `${user} ${kind === 'purchase' ? 'basket' : 'session'} ${group}`;
    const number = groups.get(name) ?? groups.size;
    groups.set(name, number);
    return number;
  };
  return {
    day,
    users: BigInt64Array.from(userPlaces.keys()),
    skus: packSkus(skus),
    user: Uint32Array.from(inOrder, ({ user }) => userPlaces.get(user)!),
    sku: Uint32Array.from(inOrder, ({ sku }) => skuPlaces.get(sku)!),
    group: Uint32Array.from(inOrder, groupOf),
    kind: Uint8Array.from(inOrder, ({ kind }) => interactionKinds.indexOf(kind)),
    groupCount: groups.size,
  };
}

function placesOf<Value>(values: Iterable<Value>): Map<Value, number> {
  const places = new Map<Value, number>();
  for (const value of values) places.set(value, places.size);
  return places;
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
