// When two methods may share what was learned.

import type { Method } from '../definition.ts';
import { isContent, isLearning } from '../method-table.ts';
import type { ModelKey } from '../model.ts';

/**
 * What a method's model is known by: all options that shape it, in one order, as JSON; where the
 * seeds come from does not, nor whether they may come again. Of a method that learns from a feed
 * the feed's id is part of the key. Undefined for methods that learn nothing: newest, recently
 * viewed and purchased, affinity.
 */
export function modelKeyOf(method: Method, feed = ''): ModelKey | undefined {
  if (!isLearning(method) && !isContent(method)) return undefined;
  const options = Object.entries({ ...method, ...(isContent(method) && { feed }) });
  const shaping = options.filter(
    ([name, value]) => name !== 'seed' && name !== 'repeats' && value !== undefined,
  );
  const sorted = shaping.sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(sorted));
}
