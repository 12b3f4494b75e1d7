// What one day adds to a method that counts: whole numbers, so that days add up exactly.

import { decodeParts, encodeParts, uint32Of } from '../columns/parts.ts';
import { openSkus, type SkuList } from '../columns/sku-list.ts';
import type { Interaction } from '../definition.ts';
import { type InteractionBlock, interactionKinds } from '../interactions/block.ts';

/** Counts of one UTC day. They can be kept beside the day's block, and made of it again. */
export interface DayCounts {
  readonly day: number;
  readonly skus: SkuList;
  /** Rows of the kind. */
  readonly events: number;
  /** Users, sessions or baskets with a row of the kind; without those left out. */
  readonly units: number;
  readonly leftOut: number;
  /** By place in `skus`: how many of the units had the item. */
  readonly counts: Uint32Array;
  /**
   * Only of together-methods: item `i` was together with `others[starts[i] .. starts[i + 1]]`,
   * which are places behind `i`, in ascending order, in so many units as `together` says.
   */
  readonly pairs?: {
    readonly starts: Uint32Array;
    readonly others: Uint32Array;
    readonly together: Uint32Array;
  };
}

/** By item, how many of the day's users did it; a user counts once a day. */
export function countUsers(block: InteractionBlock, event: Interaction): DayCounts {
  const { day, skus, user, sku, kind } = block;
  const wanted = interactionKinds.indexOf(event);
  const users = new Set<number>();
  const seen = new Set<number>();
  const counts = new Uint32Array(skus.length);
  let events = 0;
  for (let row = 0; row < kind.length; row++) {
    if (kind[row] !== wanted) continue;
    events += 1;
    users.add(user[row]!);
    const both = user[row]! * skus.length + sku[row]!;
    if (seen.has(both)) continue;
    seen.add(both);
    counts[sku[row]!]! += 1;
  }
  // A copy: the block is a view of its bytes, which would stay as long as the counts do.
  const kept = openSkus(skus.bytes.slice(), skus.offsets.slice());
  return { day, skus: kept, events, units: users.size, leftOut: 0, counts };
}

/** What a day's counts of users take. */
export function bytesOfCounts({ skus, counts }: DayCounts): number {
  return skus.bytes.byteLength + skus.offsets.byteLength + counts.byteLength;
}

const magic = 'ATDC';

/** A day's counts as bytes. */
export function encodeDayCounts(counts: DayCounts): Uint8Array {
  const { day, events, units, leftOut, skus, pairs } = counts;
  const columns = pairs === undefined ? [] : [pairs.starts, pairs.others, pairs.together];
  const parts = [skus.offsets, skus.bytes, counts.counts, ...columns];
  return encodeParts(magic, [day, events, units, leftOut], parts);
}

/** The counts that `encodeDayCounts` was given, as views of the bytes; throws on anything else. */
export function decodeDayCounts(bytes: Uint8Array): DayCounts {
  const { scalars, parts } = decodeParts(magic, bytes);
  const [day = 0, events = 0, units = 0, leftOut = 0] = scalars;
  const [offsets, text, counts, starts, others, together] = parts;
  return {
    day,
    events,
    units,
    leftOut,
    skus: openSkus(text!, uint32Of(offsets)),
    counts: uint32Of(counts),
    ...(starts !== undefined && {
      pairs: {
        starts: uint32Of(starts),
        others: uint32Of(others),
        together: uint32Of(together),
      },
    }),
  };
}
