// The way of building that adds up days: for methods of which a day's part never changes again.

import type { Method } from '../definition.ts';
import type { InteractionBlock } from '../interactions/block.ts';
import type { LearningMethod } from '../models/key.ts';
import type { BuildOptions, BuiltModel } from './builder.ts';
import { countUsers, type DayCounts } from './day-counts.ts';
import { rankDays } from './rank.ts';
import { addUpPairs, countPairs } from './together-days.ts';

/** A method whose days add up. */
export type CountingMethod = Exclude<LearningMethod, { type: 'collaborative' }>;

/** Do the method's days add up? Collaborative ones must be built of all days at once. */
export function isCounting(method: Method): method is CountingMethod {
  const { type } = method;
  return (
    type === 'popularity' ||
    type === 'trending' ||
    type === 'viewed-together' ||
    type === 'bought-together'
  );
}

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
