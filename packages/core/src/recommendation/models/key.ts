// Which methods learn, and when two of them may share what was learned.

import type { Method } from '../definition.ts';
import type { ModelKey } from '../model.ts';

/** A method that needs a model. */
export type LearningMethod = Extract<
  Method,
  { type: 'popularity' | 'trending' | 'viewed-together' | 'bought-together' | 'collaborative' }
>;

/** A method that learns from the feed instead of from events. */
export type ContentMethod = Extract<Method, { type: 'similar' }>;

/**
 * What a method's model is known by: all options that shape it, in one order, as JSON; where the
 * seeds come from does not, nor whether they may come again. `similar` learns from a feed, so its
 * id is part of the key. Undefined for methods that learn nothing: newest, recently viewed and
 * purchased, affinity.
 */
export function modelKeyOf(method: Method, feed = ''): ModelKey | undefined {
  if (!isLearning(method) && method.type !== 'similar') return undefined;
  const options = Object.entries({ ...method, ...(method.type === 'similar' && { feed }) });
  const shaping = options.filter(
    ([name, value]) => name !== 'seed' && name !== 'repeats' && value !== undefined,
  );
  const sorted = shaping.sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(sorted));
}

/** Is the method's model made of interactions? */
export function isLearning(method: Method): method is LearningMethod {
  const { type } = method;
  return (
    type === 'popularity' ||
    type === 'trending' ||
    type === 'viewed-together' ||
    type === 'bought-together' ||
    type === 'collaborative'
  );
}
