// The way of building that adds up days: for methods of which a day's part never changes again.

import type { InteractionBlock } from '../interactions/block.ts';
import type { CountingMethod } from '../method-table.ts';
import type { BuildOptions, BuiltModel } from './builder.ts';
import { countUsers, type DayCounts } from './day-counts.ts';
import { rankDays } from './rank.ts';
import { addUpPairs, countPairs } from './together-days.ts';

/** What the counts of a method are known by: those with one name share the counts of a day. */
export function countsKeyOf(method: CountingMethod): string {
  return 'event' in method ? `users-${method.event}` : method.type;
}

/**
 * Counts one day, whole: the counts of a block can be kept, with `encodeDayCounts`, until the
 * block changes.
 */
export function countDay(method: CountingMethod, block: InteractionBlock): DayCounts {
  return 'event' in method ? countUsers(block, method.event) : countPairs(block, method.type);
}

/**
 * Builds a model of the counts of days: to the last bit what `buildModel` makes of their
 * blocks.
 */
export function modelOfDays(
  method: CountingMethod,
  days: Iterable<DayCounts>,
  options: BuildOptions,
): BuiltModel {
  return 'event' in method ? rankDays(method, days, options) : addUpPairs(method, days, options);
}
